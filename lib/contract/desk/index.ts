import { accounts } from "./account.ts";
import { affiliateNames } from "./affiliate-names.ts";
import { annotations } from "./annotations.ts";
import { audit } from "./audit.ts";
import { connections } from "./connections.ts";
import { delayed_changes } from "./delayed-changes.ts";
import { drafts } from "./drafts.ts";
import { experimentPlans } from "./experiments.ts";
import { history } from "./history.ts";
import { jobs } from "./jobs.ts";
import { keys } from "./keys.ts";
import { live } from "./live.ts";
import { mails } from "./mails.ts";
import { partnerProgram } from "./partner-program.ts";
import { payoutDetails } from "./payout-details.ts";
import { payoutFiles } from "./payout-files.ts";
import { payoutSettings } from "./payout-settings.ts";
import { payouts } from "./payouts.ts";
import { people } from "./people.ts";
import { personal } from "./personal.ts";
import { portal } from "./portal.ts";
import { remembered } from "./remembered.ts";
import { review_queue } from "./review-queue.ts";
import { shoppers } from "./shoppers.ts";
import { storeOperations } from "./store.ts";
import { views } from "./views.ts";

export const desk = {
  ...accounts,
  ...affiliateNames,
  ...annotations,
  ...audit,
  ...connections,
  ...delayed_changes,
  ...drafts,
  ...experimentPlans,
  ...history,
  ...jobs,
  ...keys,
  ...live,
  ...payoutDetails,
  ...mails,
  ...partnerProgram,
  ...payoutFiles,
  ...payoutSettings,
  ...payouts,
  ...people,
  ...personal,
  ...portal,
  ...remembered,
  ...review_queue,
  ...shoppers,
  ...storeOperations,
  ...views,
} as const;
