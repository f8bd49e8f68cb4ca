import "server-only";
import { createHmac, randomUUID } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { webUrl } from "../../contract/common.ts";
import type { JoinDraft } from "../../contract/desk/partner-program.ts";
import { ApiError, invalid, type Sentence } from "../../contract/errors.ts";
import { ago } from "../../database/delete-in-batches.ts";
import { partnerApplication, type Question } from "../../database/schema/desk-partners.ts";
import { log } from "../../log.ts";
import { secretKey } from "../../secret.ts";
import { sentence } from "../../sentences.ts";
import { db, fromNow, inStoreMode, now } from "../db.ts";
import { env } from "../env.ts";
import { currentTerms, type PartnerProgram } from "../memory/partner-program.ts";
import { digestOf, makeLink } from "../people/passwords.ts";
import { queueMail } from "../work/mail/outbox.ts";
import type { Application } from "./applicant.ts";
import { acceptInvitation } from "./invitations.ts";
import { submit } from "./submit-applications.ts";

const confirmDays = 2;
/** A confirmed application that could not be passed on at once is tried again after this time. */
const againMs = 2 * 60_000;

/** Invited people have shown with their link that the address is theirs; all others confirm it first. */
export async function apply(program: PartnerProgram, draft: JoinDraft, network: string): Promise<"confirm" | "sent"> {
  const { storeId, mode } = program;
  const { email, first_name, last_name, website, country, locale } = draft;
  const answers = readAnswers(program.questions, draft.answers);
  const terms = await currentTerms(program);
  if ((terms?.version ?? null) !== draft.terms_version) {
    const said = sentence("joinTermsChanged");
    throw new ApiError(409, "terms_changed", said, [{ field: "consent", ...said }]);
  }
  const { link, digest } = makeLink(`join/${program.slug}/confirm`);
  const row = await db().transaction(async (tx) => {
    const invitation =
      draft.invitation === undefined ? null : await acceptInvitation(tx, program, draft.invitation, email);
    const [fresh] = await tx
      .insert(partnerApplication)
      .values({
        storeId,
        mode,
        email,
        answers,
        locale,
        id: `app_${randomUUID()}`,
        details: { first_name, last_name, ...(website && { website }), ...(country && { country }) },
        invitationId: invitation?.id ?? null,
        grants: invitation?.grants ?? {},
        termsVersion: draft.terms_version,
        consentedAt: new Date(),
        network: hashOf(network, program),
        tokenHash: digest,
        ...(invitation && { confirmedAt: now, tryAt: fromNow(againMs) }),
      })
      .returning();
    if (!invitation) {
      // The address may be a stranger's, who gets no word that the applicant wrote.
      const about = { link };
      const once = `confirm ${fresh?.id}`;
      await queueMail(tx, { storeId, mode, kind: "application_confirm", to: email, locale, about, once });
    }
    return fresh;
  });
  if (!row?.confirmedAt) return "confirm";
  await pass(row);
  return "sent";
}

/** Returns false if the application was confirmed before. */
export async function confirmApplication(program: PartnerProgram, token: string): Promise<boolean> {
  const own = and(inStoreMode(partnerApplication, program), eq(partnerApplication.tokenHash, digestOf(token)));
  const waiting = and(own, isNull(partnerApplication.confirmedAt), gt(partnerApplication.createdAt, ago(confirmDays)));
  const [row] = await db()
    .update(partnerApplication)
    .set({ confirmedAt: now, tryAt: fromNow(againMs) })
    .where(waiting)
    .returning();
  if (row) await pass(row);
  else if ((await db().$count(partnerApplication, and(own, gt(partnerApplication.confirmedAt, ago(400))))) === 0) {
    throw new ApiError(410, "link_ended", sentence("joinLinkEnded"));
  }
  return row !== undefined;
}

/** A failure is not the applicant's: the application is kept and tried again. */
const pass = (row: Application) =>
  submit(row).catch((cause) => log.warn({ err: cause, id: row.id }, "an application was not passed on; trying again"));

function readAnswers(questions: readonly Question[], given: readonly string[]) {
  if (given.length !== questions.length) {
    throw new ApiError(409, "questions_changed", sentence("joinQuestionsChanged"));
  }
  return questions.flatMap(({ label, kind, required, options }, n) => {
    const answer = given[n] ?? "";
    const refuse = (said: Sentence) => invalid({ field: `answers.${n}`, ...said });
    if (answer === "" && required) throw refuse(sentence("required"));
    if (answer !== "" && kind === "choice" && !options.includes(answer)) throw refuse(sentence("joinOption"));
    if (answer !== "" && kind === "address" && !webUrl.safeParse(answer).success) {
      throw refuse(sentence("web"));
    }
    return answer === "" ? [] : [{ question: label, answer }];
  });
}

/** Only tells that two are the same. */
function hashOf(network: string, { storeId, mode }: PartnerProgram): string | null {
  if (network === "unknown") return null;
  const key = secretKey(env().CARTWRIGHT_SECRET, "network");
  return createHmac("sha256", key).update(`${storeId} ${mode} ${network}`).digest("base64url");
}
