import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { isRecord } from "../../contract/errors.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { createFormat } from "../../format.ts";
import { log } from "../../log.ts";
import { showAmount } from "../../money.ts";
import type { Call } from "../call.ts";
import { readMoneyUnit } from "../connections.ts";
import { db, inDesk, now, type Transaction } from "../db.ts";
import { notifyLive } from "../live/notify.ts";
import { queueMail } from "../mail/outbox.ts";

export type Application = typeof partnerApplication.$inferSelect;

type Told = "application_received" | "application_approved" | "application_declined";

/** Undefined while the application waits. */
export const decisionOf = (status: unknown) =>
  status === "active" ? "application_approved" : status === "rejected" ? "application_declined" : undefined;

export const nameOf = ({ details: { first_name, last_name } }: Pick<Application, "details">) =>
  `${first_name} ${last_name}`;

export async function tellApplicant(tx: Transaction, row: Application, kind: Told): Promise<void> {
  const { storeId, mode, email: to, locale, id } = row;
  await queueMail(tx, { storeId, mode, kind, to, locale, about: { name: nameOf(row) }, once: `${kind} ${id}` });
  await notifyLive(tx, { store: storeId, mode, api: "desk", resource: "partner_applications" });
}

/** Tells people what happened to them, once. What was done stands even if this fails. */
export async function noteOutcome(call: Call, answer: unknown): Promise<void> {
  const { api, resource, operation, body } = call;
  if (api !== "affiliate") return;
  const done = `${resource}.${operation}`;
  const told =
    done === "affiliates.update" && isRecord(body)
      ? tellDecision(call, decisionOf(body.status))
      : done === "affiliates.delete"
        ? forgetApplicant(call)
        : done === "payouts.update" && isRecord(answer) && answer.status === "paid"
          ? tellPaid(call, answer)
          : undefined;
  await told?.catch((cause) => log.error({ err: cause }, "a partner was not told what was done"));
}

const ofAffiliate = (call: Call, id: unknown) =>
  and(inDesk(partnerApplication, call), eq(partnerApplication.affiliateId, String(id)));

async function tellDecision(call: Call, kind: Told | undefined): Promise<void> {
  if (!kind) return;
  const open = and(ofAffiliate(call, call.params?.id), isNull(partnerApplication.decidedAt));
  await db().transaction(async (tx) => {
    const rows = await tx.update(partnerApplication).set({ decidedAt: now }).where(open).returning();
    for (const row of rows) await tellApplicant(tx, row, kind);
  });
}

/** A deleted affiliate's application and mails contain personal data. */
async function forgetApplicant(call: Call): Promise<void> {
  await db().transaction(async (tx) => {
    const rows = await tx.delete(partnerApplication).where(ofAffiliate(call, call.params?.id)).returning();
    for (const { email } of rows) await tx.delete(mail).where(and(inDesk(mail, call), eq(mail.to, email)));
  });
}

async function tellPaid(call: Call, paid: Record<string, unknown>): Promise<void> {
  const [row] = await db().select().from(partnerApplication).where(ofAffiliate(call, paid.affiliate_id)).limit(1);
  if (!row || typeof paid.amount !== "number" || typeof paid.currency !== "string") return;
  const { storeId, mode, email: to, locale } = row;
  const format = createFormat({ locale, currency: paid.currency, timeZone: "UTC" });
  const unit = await readMoneyUnit({ storeId, mode, api: "affiliate" });
  const about = { name: nameOf(row), amount: showAmount(format, paid.amount, paid.currency, unit) };
  await queueMail(db(), { storeId, mode, kind: "payout_sent", to, locale, about, once: `payout_sent ${paid.id}` });
}
