import "server-only";
import { getLocale } from "next-intl/server";
import type { PartnerDetails } from "../../contract/partner/account.ts";
import type { PartnerPayout } from "../../contract/partner/money.ts";
import { reasonFor } from "../payouts/reason-for.ts";

/** The latest payout that failed, until one was paid or the payout details were changed since. */
export function lastReturn(payouts: readonly PartnerPayout[], { current }: PartnerDetails): PartnerPayout | null {
  const newest = payouts.toSorted((a, b) => timeOf(b.at) - timeOf(a.at));
  const ended = newest.find(({ state }) => state === "failed" || state === "paid");
  if (ended?.state !== "failed") return null;
  const isChanged =
    current !== null && timeOf(current.changed_at) > timeOf(ended.returned_at ?? ended.changed_at ?? ended.at);
  return isChanged ? null : ended;
}

const timeOf = (at: string | null) => (at === null ? 0 : Date.parse(at));

/** With the bank's reason in the language of the page. */
export async function inReadersWords(payouts: readonly PartnerPayout[]): Promise<PartnerPayout[]> {
  const locale = await getLocale();
  return Promise.all(payouts.map(async (row) => ({ ...row, failure: await reasonFor(locale, row.failure) })));
}
