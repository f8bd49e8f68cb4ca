import "server-only";
import { eq, lte } from "drizzle-orm";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError, textColumns } from "../../contract/errors.ts";
import { claim } from "../../database/claim.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { log } from "../../log.ts";
import { repeat } from "../../repeat.ts";
import { sentence } from "../../sentences.ts";
import { db, fromNow, now, type StoreMode } from "../db.ts";
import { type PartnerProgram, programOf } from "../memory/partner-program.ts";
import type { Caller } from "../wire/call.ts";
import { perform } from "../wire/perform-call.ts";
import type { Application } from "./applicant.ts";
import { decisionOf, tellApplicant } from "./decisions.ts";
import { findHints } from "./hints.ts";
import { callerOfPages, searchAffiliate } from "./partners.ts";

const againMs = 10 * 60_000;

export const startApplications = () =>
  repeat(submitDue, { everyMs: 30_000, failure: "confirmed applications were not passed on" });

/** Passes on confirmed applications that the affiliate service did not take at once. */
export async function submitDue(): Promise<void> {
  const due = { where: lte(partnerApplication.tryAt, now), limit: 20 };
  const rows = await claim(db(), partnerApplication, due, { tryAt: fromNow(againMs) });
  for (const row of rows) {
    await submit(row).catch((cause) => log.warn({ err: cause, id: row.id }, "an application was not passed on"));
  }
}

/** Creates the affiliate, unless an earlier attempt or the manager did. The caller has claimed the row. */
export async function submit(row: Application): Promise<void> {
  const program = await programOf(row);
  const caller = await callerFor(row);
  const hints = await findHints(caller, row);
  try {
    const affiliate =
      (await searchAffiliate(caller, row.email)) ?? (await create(caller, row, isApproved(program, row, hints)));
    const decided = decisionOf(affiliate.status);
    await db().transaction(async (tx) => {
      const set = {
        affiliateId: affiliate.id,
        tryAt: null,
        ...textColumns("error", null),
        hints,
        decidedAt: decided ? now : null,
      };
      await tx.update(partnerApplication).set(set).where(eq(partnerApplication.id, row.id));
      await tellApplicant(tx, row, decided ?? "application_received");
    });
  } catch (cause) {
    const why = cause instanceof ApiError ? cause.sentence : sentence("wrongHere");
    await db().update(partnerApplication).set(textColumns("error", why)).where(eq(partnerApplication.id, row.id));
    throw cause;
  }
}

async function create(caller: Caller, row: Application, approved: boolean): Promise<Affiliate> {
  const { email, details, grants } = row;
  const status = approved ? "active" : "pending";
  const body = { email, ...details, ...grants, status };
  const answer = await perform({ ...caller, api: "affiliate", resource: "affiliates", operation: "create", body });
  return answer.body as Affiliate;
}

function isApproved(
  { approval, approvalCountries }: PartnerProgram,
  row: Application,
  hints: readonly unknown[],
): boolean {
  const meant = approval === "everybody" || (approval === "invited" && row.invitationId !== null);
  const near = approvalCountries.length === 0 || approvalCountries.includes(row.details.country ?? "");
  return meant && near && hints.length === 0;
}

export const callerFor = (storeMode: StoreMode): Promise<Caller> =>
  callerOfPages(storeMode, { lane: "prefetch", actor: { kind: "system", id: "join", name: "Public page" } });
