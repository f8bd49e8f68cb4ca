import "server-only";
import { jobKinds } from "./desk/job-kinds/index.ts";
import { noteOpened } from "./desk/personal.ts";
import { answerInstead, missingFrom } from "./foreign/index.ts";
import { noteNames } from "./memory/affiliate-names.ts";
import { audit } from "./memory/audit/step.ts";
import { noteResults } from "./memory/history/snapshots.ts";
import { remember, rememberSecret } from "./memory/remembered-records.ts";
import { noteOutcome } from "./partners/decisions.ts";
import { noteChangedEmails } from "./partners/partners.ts";
import { changedEmails, refuseHeldPayout } from "./payouts/email-holds.ts";
import { refuseAboveLimit } from "./payouts/limit-by-hand.ts";
import { missingElsewhere } from "./wire/contracts.ts";
import { check, observers, requireRoleOf, send, steps, watch, withPerson } from "./wire/perform-call.ts";
import { kinds } from "./work/jobs/kind.ts";

// What upper rooms add to lower ones. Each bundle and process that makes calls imports this file.

steps.register([
  withPerson,
  check(requireRoleOf),
  answerInstead,
  check(refuseHeldPayout),
  check(refuseAboveLimit),
  watch,
  audit,
  send,
]);
// The secret is stored before the call returns, because an API reveals it only once.
observers.register([remember, noteResults, noteOpened, noteNames, rememberSecret, noteOutcome]);
missingElsewhere.register(missingFrom);
changedEmails.register(noteChangedEmails);
kinds.register(jobKinds);
