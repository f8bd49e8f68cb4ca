import "server-only";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { PayoutProof } from "../../contract/desk/payouts.ts";
import { ApiError } from "../../contract/errors.ts";
import { fromUnits, sumOf, toUnits } from "../../money.ts";
import { isEmbedded } from "../connections.ts";
import type { Place } from "../jobs/place.ts";
import { listOf } from "./facts.ts";
import { unitsOf } from "./lines.ts";
import { entryOf } from "./read.ts";
import { type Reader, readerFor, walk } from "./walk.ts";

/** Up to this many commissions are read one by one, which costs less than a list. */
const few = 10;

export async function provePayout(place: Place, id: string): Promise<PayoutProof> {
  const reader = readerFor(place);
  const { body } = await reader.ask({ ...listOf("payouts"), operation: "get" }, { params: { id } });
  const found = body as Payout;
  const ours = await entryOf(place, id);
  const told = found.commission_ids ?? [];
  const ids = told.length > 0 ? told : (ours?.commission_ids.map((each) => each.id) ?? []);
  const rows = await readCommissions(place, reader, ids, found.affiliate_id);
  const units = rows.map(({ row }) => (row ? unitsOf(row) : null));
  const known = units.length > 0 && units.every((each) => each !== null);
  const sum = known ? fromUnits(units.reduce((all, each) => all + each, 0)) : null;
  const amount = toUnits(found.amount) === null ? null : (found.amount as number);
  const { commission_ids: _, ...entry } = ours ?? { commission_ids: [] };
  return {
    payout_id: id,
    affiliate_id: found.affiliate_id ?? null,
    currency: found.currency ?? null,
    amount,
    sum,
    told_by: told.length > 0 ? "api" : ids.length > 0 ? "ledger" : null,
    commissions: rows.map(({ id: commission, row }, index) => ({
      id: commission,
      amount: toAmount(units[index]),
      currency: row?.currency ?? null,
      type: row?.type ?? null,
      status: row?.status ?? null,
      order_id: row?.order_id ?? null,
      created_at: row?.created_at ?? null,
    })),
    drift: sum === null || amount === null ? null : sumOf([amount, -sum]),
    entry: "id" in entry ? entry : null,
  };
}

const toAmount = (units: number | null | undefined) =>
  units === null || units === undefined ? null : fromUnits(units);

async function readCommissions(place: Place, reader: Reader, ids: readonly string[], affiliate: string | undefined) {
  const rows = new Map<string, Commission>();
  if (ids.length > few) {
    // Only our own service can filter by affiliate.
    const only =
      affiliate !== undefined && isEmbedded({ api: "affiliate", mode: place.mode }) ? { affiliate_id: affiliate } : {};
    const left = new Set(ids);
    const { records } = await walk<Commission>(reader, listOf("commissions"), only, {
      enough(row) {
        left.delete(row.id);
        return left.size === 0;
      },
    });
    for (const row of records) rows.set(row.id, row);
  }
  for (const id of ids.filter((each) => !rows.has(each)).slice(0, few)) {
    const row = await readCommission(reader, id);
    if (row) rows.set(id, row);
  }
  return ids.map((id) => ({ id, row: rows.get(id) ?? null }));
}

async function readCommission(reader: Reader, id: string): Promise<Commission | null> {
  try {
    const { body } = await reader.ask({ ...listOf("commissions"), operation: "get" }, { params: { id } });
    return body as Commission;
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  }
}
