import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, asc, count, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { BatchFiles, PayoutFile } from "../../contract/desk/payout-files.ts";
import { ApiError, invalid, type Sentence } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { payoutFileEntry as entry, payoutFile as table } from "../../database/schema/desk-bank.ts";
import { payout } from "../../database/schema/desk-payouts.ts";
import { type MoneyUnit, sumOf, toUnits } from "../../money.ts";
import type { Resealing } from "../../secret.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, now, type StoreMode, storeModeOf } from "../db.ts";
import { callerOf, type StoreScope } from "../wire/call.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { open, reseal, seal } from "../wire/vault.ts";
import { type FileFormat, fits, groupsOf, readBatch, type Transfer } from "./batch.ts";
import { emailHolds } from "./email-holds.ts";
import { readPayer } from "./settings.ts";
import { decimalOf, sumOfDecimals } from "./transfer-amounts.ts";
import { writeFile } from "./write-file.ts";

// A file never changes. It is released by one update that is stored before the first byte is sent, so a process that
// ends in between leaves a file that counts as downloaded, which a person must confirm again.

type Row = typeof table.$inferSelect;

const bindingOf = ({ storeId, mode }: StoreMode, id: string) => ({ storeId, mode, api: "desk", origin: `file ${id}` });

export async function listFiles(desk: StoreScope, batch: string): Promise<BatchFiles> {
  const { transfers, leftOut } = await readBatch(callerOf(desk), batch);
  const { payer } = await readPayer(storeModeOf(desk));
  const files = await read(desk, eq(table.batch, batch));
  return { data: files, groups: groupsOf(transfers), left_out: leftOut, payer: payer !== null };
}

async function read(desk: StoreScope, only: SQL | undefined): Promise<PayoutFile[]> {
  const payouts = db().$count(entry, eq(entry.fileId, table.id));
  const rows = await db()
    .select({ row: table, payouts })
    .from(table)
    .where(and(inDesk(table, desk), only))
    .orderBy(desc(table.requestedAt), asc(table.id));
  return rows.map(({ row, payouts }) => toFile(desk, row, payouts));
}

export async function readFile(desk: StoreScope, id: string): Promise<PayoutFile> {
  const [found] = await read(desk, eq(table.id, id));
  if (!found) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Payout file", id }));
  return found;
}

type Found = { total: number; currency: string; payouts: string[] };

/** A downloaded file, by the ID in which a bank may have changed the case. */
export async function findFile(desk: StoreScope, name: string): Promise<Found | null> {
  const id = name.toLowerCase().replace("-", "_");
  const [file] = await db()
    .select({ total: table.total, currency: table.currency })
    .from(table)
    .where(and(inDesk(table, desk), eq(table.id, id), gt(table.releases, 0)));
  if (!file) return null;
  const rows = await db().select({ id: entry.payoutId }).from(entry).where(eq(entry.fileId, id));
  return { ...file, payouts: rows.map((row) => row.id) };
}

/** Batches with a file that waits for this person, because another one requested it. */
export async function filesToApprove(desk: StoreScope): Promise<{ batch: string; files: number }[]> {
  const theirs = ne(table.requestedBy, desk.membership.person.id);
  return db()
    .select({ batch: table.batch, files: count() })
    .from(table)
    .where(and(inDesk(table, desk), eq(table.state, "waiting"), theirs))
    .groupBy(table.batch)
    .orderBy(table.batch);
}

/** The largest number of payouts that a service takes in one file. The others are left for the next file. */
const mostIn: Partial<Record<FileFormat, number>> = { paypal: 5_000, wise: 1_000, wise_recipients: 1_000 };
const latestDays = 60;

type Draft = { batch: string; format: FileFormat; currency: string; execute_on?: string | undefined };

export async function createFile(desk: StoreScope, { batch, format, currency, execute_on }: Draft): Promise<string> {
  const storeMode = storeModeOf(desk);
  if (format === "sepa" && currency !== "EUR") {
    throw invalid({ field: "currency", ...sentence("sepaEuros", { currency }) });
  }
  const { payer, approveAbove } = await readPayer(storeMode);
  if (format === "sepa" && !payer) {
    throw new ApiError(409, "payer_missing", sentence("payerMissing"));
  }
  const all = (await readBatch(callerOf(desk), batch)).transfers;
  const transfers = all.filter((each) => fits(each, format, currency)).slice(0, mostIn[format]);
  if (transfers.length === 0) throw new ApiError(409, "nothing_left", sentence("fileNothingLeft"));
  const id = `cwpf_${randomBytes(10).toString("hex")}`;
  const createdAt = new Date();
  const executeOn = format === "sepa" ? dayOf(execute_on, createdAt) : null;
  const text = writeFile({ id, format, createdAt, executeOn, payer, storeName: desk.membership.store.name, transfers });
  const unit = await readMoneyUnit({ ...storeMode, api: "affiliate" });
  const { total, written } = totalOf(transfers, currency, unit);
  const needs = needsOf(desk, { currency, total, transfers, approveAbove });
  const { id: requestedBy, name: requestedByName } = desk.membership.person;
  await db().transaction(async (tx) => {
    await tx.insert(table).values({
      ...storeMode,
      id,
      batch,
      format,
      currency,
      total,
      executeOn,
      needs,
      requestedBy,
      requestedByName,
      name:
        [`payouts-${format}-${storeMode.storeId}-${storeMode.mode}`, `${currency}${written}`, id].join("-") +
        (format === "sepa" ? ".xml" : ".csv"),
      sealed: seal(text, bindingOf(storeMode, id)),
      sha256: createHash("sha256").update(text).digest("hex"),
      state: needs === null ? "ready" : "waiting",
    });
    const inserted = await tx
      .insert(entry)
      .values(transfers.map(({ row }) => ({ fileId: id, payoutId: row.id })))
      .onConflictDoNothing()
      .returning({ id: entry.payoutId });
    if (inserted.length < transfers.length) {
      throw new ApiError(409, "already_in_file", sentence("alreadyInFile"));
    }
    await requireLedger(tx, id, total);
  });
  return id;
}

/** Adds up the written amounts and the ledger's in different ways. A difference would be a mistake of Cartwright. */
function totalOf(transfers: readonly Transfer[], currency: string, unit: MoneyUnit) {
  const total = sumOf(transfers.map(({ row }) => row.amount));
  const written = sumOfDecimals(transfers.map(({ amount }) => amount));
  if (decimalOf(total, currency, unit) !== written)
    throw new Error(`The file adds up to ${written} instead of ${total}.`);
  return { total, written };
}

async function requireLedger(tx: Transaction, id: string, total: number): Promise<void> {
  const [ledger] = await tx
    .select({ sum: sql<number>`sum(${payout.amount})`.mapWith(Number) })
    .from(entry)
    .innerJoin(payout, eq(payout.id, entry.payoutId))
    .where(and(eq(entry.fileId, id), eq(payout.state, "made")));
  if (toUnits(ledger?.sum) !== toUnits(total)) {
    throw new ApiError(409, "moved", sentence("payoutsMoved"));
  }
}

type Judged = { currency: string; total: number; transfers: readonly Transfer[]; approveAbove: number | null };

function needsOf({ membership }: StoreScope, { currency, total, transfers, approveAbove }: Judged): Row["needs"] {
  if (approveAbove === null) return null;
  if (currency !== membership.store.currency) return "currency";
  if (total > approveAbove) return "amount";
  return transfers.some(({ changed }) => changed) ? "changed" : null;
}

function dayOf(day: string | undefined, createdAt: Date): string {
  const isoOf = (days: number) => new Date(createdAt.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  if (day !== undefined && (day < isoOf(0) || day > isoOf(latestDays))) {
    throw invalid({ field: "execute_on", ...sentence("numberFrom", { least: isoOf(0), most: isoOf(latestDays) }) });
  }
  return day ?? isoOf(0);
}

export async function approveFile(desk: StoreScope, id: string, sha256: string): Promise<void> {
  const { mine } = await readFile(desk, id);
  if (mine) throw new ApiError(403, "second_person", sentence("secondPerson"));
  const { person } = desk.membership;
  const approved = { state: "ready" as const, approvedByName: person.name, approvedAt: now };
  await move(desk, id, "waiting", approved, and(eq(table.sha256, sha256), ne(table.requestedBy, person.id)));
}

export async function releaseFile(desk: StoreScope, id: string, sha256: string): Promise<string> {
  const released = {
    state: "released" as const,
    releases: sql`${table.releases} + 1`,
    releasedByName: desk.membership.person.name,
    releasedAt: now,
  };
  const text = textOf(await find(desk, id));
  await refuseOnHold(desk, id);
  await move(desk, id, "ready", released, eq(table.sha256, sha256));
  return text;
}

/** The address of an affiliate may have been changed since the file was created. */
async function refuseOnHold(desk: StoreScope, id: string): Promise<void> {
  const rows = await db()
    .select({ id: payout.affiliateId, name: payout.affiliateName })
    .from(entry)
    .innerJoin(payout, eq(payout.id, entry.payoutId))
    .where(eq(entry.fileId, id));
  const ids = rows.map((row) => row.id);
  const holds = await emailHolds(storeModeOf(desk), ids);
  const [onHold] = rows.filter((row) => holds.has(row.id));
  if (!onHold) return;
  throw new ApiError(409, "email_changed", sentence("filePayeeOnHold", { name: onHold.name ?? onHold.id }));
}

function textOf({ id, sealed, sha256, ...storeMode }: Row): string {
  const text = open(sealed, bindingOf(storeMode, id));
  if (text !== null && createHash("sha256").update(text).digest("hex") === sha256) return text;
  throw new ApiError(409, "unreadable", sentence("fileUnreadable"));
}

/** The person who asks for another download cannot approve it either. */
export async function reopenFile(desk: StoreScope, id: string): Promise<void> {
  const { needs } = await readFile(desk, id);
  const { id: requestedBy, name: requestedByName } = desk.membership.person;
  const state = needs === null ? ("ready" as const) : ("waiting" as const);
  await move(desk, id, "released", {
    state,
    requestedBy,
    requestedByName,
    requestedAt: now,
    approvedByName: null,
    approvedAt: null,
  });
}

/** Only a file that nobody has downloaded, because its payouts can then be in another file. */
export async function withdrawFile(desk: StoreScope, id: string): Promise<void> {
  const { state, releases } = await readFile(desk, id);
  if (releases > 0) throw new ApiError(409, "conflict", notInState.released);
  await db().transaction(async (tx) => {
    await move(desk, id, state === "waiting" ? "waiting" : "ready", { state: "withdrawn" }, eq(table.releases, 0), tx);
    await tx.update(entry).set({ inFile: false }).where(eq(entry.fileId, id));
  });
}

async function find(desk: StoreScope, id: string): Promise<Row> {
  const [row] = await db()
    .select()
    .from(table)
    .where(and(inDesk(table, desk), eq(table.id, id)));
  if (!row) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Payout file", id }));
  return row;
}

async function move(
  desk: StoreScope,
  id: string,
  from: Row["state"],
  to: PgUpdateSetSource<typeof table>,
  only?: SQL,
  executor: Pick<Transaction, "update"> = db(),
): Promise<void> {
  const moved = await executor
    .update(table)
    .set(to)
    .where(and(...[inDesk(table, desk), eq(table.id, id), eq(table.state, from), only]))
    .returning({ id: table.id });
  if (moved.length > 0) return;
  const { state, sha256 } = await find(desk, id);
  const message = state === from ? sentence("fileHash", { hash: sha256 }) : notInState[state];
  throw new ApiError(409, "conflict", message);
}

const notInState: Record<Row["state"], Sentence> = {
  waiting: sentence("fileWaits"),
  ready: sentence("fileReady"),
  released: sentence("fileReleased"),
  withdrawn: sentence("fileWithdrawn"),
};

function toFile({ membership }: StoreScope, row: Row, payouts: number): PayoutFile {
  const { id, batch, format, currency, name, sha256, total, state, needs, releases } = row;
  return {
    id,
    batch,
    format,
    currency,
    name,
    sha256,
    total,
    payouts,
    state,
    needs,
    releases,
    execute_on: row.executeOn,
    requested_by: row.requestedByName,
    requested_at: row.requestedAt.toISOString(),
    mine: row.requestedBy === membership.person.id,
    approved_by: row.approvedByName,
    approved_at: row.approvedAt?.toISOString() ?? null,
    released_by: row.releasedByName,
    released_at: row.releasedAt?.toISOString() ?? null,
  };
}

export async function resealFiles(tx: Transaction, work: Resealing): Promise<void> {
  for (const row of await tx.select().from(table).for("update")) {
    const sealed = await reseal(work, row.sealed, bindingOf(row, row.id));
    await tx.update(table).set({ sealed }).where(eq(table.id, row.id));
  }
}
