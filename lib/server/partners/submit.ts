import "server-only";
import { eq, inArray, lte } from "drizzle-orm";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError } from "../../contract/errors.ts";
import { store } from "../../database/schema/desk.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { log } from "../../log.ts";
import { repeat } from "../../repeat.ts";
import type { Caller } from "../call.ts";
import { isEmbedded } from "../connections.ts";
import { db, fromNow, now, type StoreMode } from "../db.ts";
import { perform } from "../operations.ts";
import { readerFor, walk } from "../payouts/walk.ts";
import { asSystem } from "../people.ts";
import type { Application } from "./applicant.ts";
import { decisionOf, tellApplicant } from "./decisions.ts";
import { findHints } from "./hints.ts";
import { type PartnerProgram, programOf } from "./program.ts";

const againMs = 10 * 60_000;

export const startApplications = () =>
  repeat(submitDue, { everyMs: 30_000, failure: "confirmed applications were not passed on" });

/** Passes on confirmed applications that the affiliate service did not take at once. */
export async function submitDue(): Promise<void> {
  const due = db()
    .select({ id: partnerApplication.id })
    .from(partnerApplication)
    .where(lte(partnerApplication.tryAt, now))
    .limit(20)
    .for("update", { skipLocked: true });
  const rows = await db()
    .update(partnerApplication)
    .set({ tryAt: fromNow(againMs) })
    .where(inArray(partnerApplication.id, due))
    .returning();
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
      (await findByEmail(caller, row.email)) ?? (await create(caller, row, isApproved(program, row, hints)));
    const decided = decisionOf(affiliate.status);
    await db().transaction(async (tx) => {
      const set = { affiliateId: affiliate.id, tryAt: null, error: null, hints, decidedAt: decided ? now : null };
      await tx.update(partnerApplication).set(set).where(eq(partnerApplication.id, row.id));
      await tellApplicant(tx, row, decided ?? "application_received");
    });
  } catch (cause) {
    const error = cause instanceof ApiError ? cause.message : "Something went wrong on the server.";
    await db().update(partnerApplication).set({ error }).where(eq(partnerApplication.id, row.id));
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

async function findByEmail(caller: Caller, email: string): Promise<Affiliate | undefined> {
  const isIt = (one: Affiliate) => one.email?.toLowerCase() === email;
  const search = isEmbedded({ api: "affiliate", mode: caller.mode }) ? { search: email } : {};
  return (await walk<Affiliate>(readerFor(caller), "affiliates", search, { enough: isIt })).records.find(isIt);
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

export async function callerFor({ storeId, mode }: StoreMode): Promise<Caller> {
  const [found] = await db().select().from(store).where(eq(store.id, storeId));
  if (!found) throw new ApiError(404, "not_found", "There is no such store.");
  const actor = { kind: "system", id: "join", name: "Public page" } as const;
  return { membership: asSystem(found), mode, lane: "prefetch", actor };
}
