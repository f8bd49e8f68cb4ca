import "server-only";
import { and, isNull } from "drizzle-orm";
import { isRecord } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { log } from "../../log.ts";
import { db, now, storeModeOf } from "../db.ts";
import { notifyLive } from "../notify.ts";
import type { Call } from "../wire/call.ts";
import { queueMail } from "../work/mail/outbox.ts";
import { type Application, forgetApplicant, nameOf, ofAffiliate } from "./applicant.ts";
import { findContacts } from "./contacts.ts";
import { noteEmailChange } from "./email-change.ts";
import { queuePayoutMail } from "./payout-mail.ts";
import { shutOutAffiliate } from "./shut-out.ts";

type Told = "application_received" | "application_approved" | "application_declined";

/** Undefined while the application waits. */
export const decisionOf = (status: unknown) =>
  status === "active" ? "application_approved" : status === "rejected" ? "application_declined" : undefined;

export async function tellApplicant(tx: Transaction, row: Application, kind: Told): Promise<void> {
  const { storeId, mode, email: to, locale, id } = row;
  await queueMail(tx, { storeId, mode, kind, to, locale, about: { name: nameOf(row) }, once: `${kind} ${id}` });
  await notifyLive(tx, { store: storeId, mode, api: "desk", resource: "partner_applications" });
}

/** Tells people what happened to them, once. What was done stands even if this fails. */
export async function noteOutcome(call: Call, answer: unknown, before: unknown = null): Promise<void> {
  const { api, resource, operation, body } = call;
  if (api !== "affiliate") return;
  const done = `${resource}.${operation}`;
  const id = String(call.params?.id);
  const notes =
    done === "affiliates.update" && isRecord(body)
      ? [noteAddress(call, body, before), noteStatus(call, body.status), tellDecision(call, decisionOf(body.status))]
      : done === "affiliates.delete"
        ? [shutOutAffiliate(storeModeOf(call), id, { gone: true }), forgetApplicant(storeModeOf(call), id)]
        : done === "payouts.update" && isRecord(answer)
          ? [queuePayoutMail(db(), storeModeOf(call), answer)]
          : [];
  const failures = (await Promise.allSettled(notes)).filter((each) => each.status === "rejected");
  for (const { reason } of failures) log.error({ err: reason }, "an affiliate’s access or mail lags behind a change");
}

async function noteAddress(call: Call, { email, ...rest }: Record<string, unknown>, before: unknown): Promise<void> {
  if (typeof email !== "string") return;
  const storeMode = storeModeOf(call);
  const id = String(call.params?.id);
  const known = isRecord(before) ? before : {};
  const was = known.email ?? (await findContacts(db(), storeMode, [id])).get(id)?.to;
  if (typeof was === "string")
    await noteEmailChange({ ...storeMode, affiliateId: id }, was, { ...known, ...rest, email });
}

async function noteStatus(call: Call, status: unknown): Promise<void> {
  if (typeof status !== "string" || status === "active") return;
  await shutOutAffiliate(storeModeOf(call), String(call.params?.id));
}

async function tellDecision(call: Call, kind: Told | undefined): Promise<void> {
  if (!kind) return;
  const open = and(ofAffiliate(storeModeOf(call), String(call.params?.id)), isNull(partnerApplication.decidedAt));
  await db().transaction(async (tx) => {
    const rows = await tx.update(partnerApplication).set({ decidedAt: now }).where(open).returning();
    for (const row of rows) await tellApplicant(tx, row, kind);
  });
}
