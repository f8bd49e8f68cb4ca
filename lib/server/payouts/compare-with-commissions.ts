import "server-only";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { PayoutProof } from "../../contract/desk/payouts.ts";
import { fromUnits } from "../../money.ts";
import type { Caller } from "../wire/call.ts";
import { amountOf, driftOf, sumOfUnits, unitsOf } from "./lines.ts";
import { entryOf } from "./read.ts";
import { type Reader, readerFor, walkUntil } from "./read-all-pages.ts";

/** Up to this many commissions are read one by one, which costs less than a list. */
const few = 10;

export async function provePayout(caller: Caller, id: string): Promise<PayoutProof> {
  const reader = readerFor(caller);
  const found = await reader.get<Payout>("payouts", id);
  const ours = await entryOf(caller, id);
  const listed = found.commission_ids ?? [];
  const ids = listed.length > 0 ? listed : (ours?.commission_ids.map((each) => each.id) ?? []);
  const rows = await readCommissions(reader, ids, found.affiliate_id);
  const units = rows.map(({ row }) => (row ? unitsOf(row) : null));
  const [amount, sum] = [amountOf(found), sumOfUnits(units)];
  const { commission_ids: _, ...entry } = ours ?? { commission_ids: [] };
  return {
    payout_id: id,
    affiliate_id: found.affiliate_id ?? null,
    currency: found.currency ?? null,
    amount,
    sum,
    told_by: listed.length > 0 ? "api" : ids.length > 0 ? "ledger" : null,
    commissions: rows.map(({ id: commission, row }, index) => ({
      id: commission,
      amount: toAmount(units[index]),
      currency: row?.currency ?? null,
      type: row?.type ?? null,
      status: row?.status ?? null,
      order_id: row?.order_id ?? null,
      created_at: row?.created_at ?? null,
    })),
    drift: driftOf(amount, sum),
    entry: "id" in entry ? entry : null,
  };
}

const toAmount = (units: number | null | undefined) =>
  units === null || units === undefined ? null : fromUnits(units);

async function readCommissions(reader: Reader, ids: readonly string[], affiliate: string | undefined) {
  const rows = new Map<string, Commission>();
  if (ids.length > few) {
    const only = affiliate === undefined ? {} : { affiliate_id: affiliate };
    const { records } = await walkUntil<Commission>(reader, "commissions", only, ids);
    for (const row of records) rows.set(row.id, row);
  }
  for (const id of ids.filter((each) => !rows.has(each)).slice(0, few)) {
    const row = await reader.find<Commission>("commissions", id);
    if (row) rows.set(id, row);
  }
  return ids.map((id) => ({ id, row: rows.get(id) ?? null }));
}
