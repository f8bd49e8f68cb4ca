import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../storefront-sums.ts";
import { query } from "./servers.ts";

type Commission = { id: string; affiliate_id: string; amount: number; currency: string; status: string };
type Listed = { data: Commission[] };

/** A manager approves what is pending and pays it, each payout with a key of its own, until it is acknowledged. */
export async function payAffiliates({ keys, send }: Shop, isOver: () => boolean) {
  const acknowledged = new Set<string>();
  const used = new Set<string>();
  const read = (status: string) =>
    send(
      `/affiliate/v1/commissions?status=${status}&per_page=100&sort=created_at&order=desc`,
      { key: keys.desk },
      "GET",
    ) as unknown as Promise<Listed>;
  while (!isOver()) {
    for (const { id } of (await read("pending")).data) {
      await orRefused(send(`/affiliate/v1/commissions/${id}/approve`, { key: keys.desk }, "PUT"));
    }
    const data = (await read("approved")).data.filter(({ id }) => !used.has(id));
    if (data.length > 0) {
      const [{ affiliate_id, currency }] = data as [Commission];
      const amount = data.reduce((sum, one) => sum + one.amount, 0);
      const commission_ids = data.map(({ id }) => id);
      const body = { affiliate_id, currency, amount, commission_ids, method: "bank_transfer" };
      const headers = { "idempotency-key": randomUUID() };
      const sent = { key: keys.desk, headers, body };
      const payout = (await send("/affiliate/v1/payouts", sent)) as unknown as { id: string };
      acknowledged.add(payout.id);
      for (const id of commission_ids) used.add(id);
      const outcome = { status: "paid", reference: payout.id };
      await orRefused(send(`/affiliate/v1/payouts/${payout.id}`, { key: keys.desk, body: outcome }, "PUT"));
    }
    await sleep(500);
  }

  return {
    count: acknowledged.size,
    async compare(url: string) {
      const payouts = await query<{ id: string }>(url, "select id from affiliate.payout");
      const twice = await query(
        url,
        "select commission_id from affiliate.payout_commission group by commission_id having count(*) > 1",
      );
      const known = new Set(payouts.map(({ id }) => id));
      const lost = [...acknowledged].filter((id) => !known.has(id)).length;
      return { lost, doubled: twice.length + payouts.length - acknowledged.size };
    },
  };
}

/** A change whose response was lost is refused when it is repeated. The next list shows whether it was made. */
async function orRefused(sending: Promise<unknown>): Promise<void> {
  await sending.catch((cause: Error) => {
    if (!cause.message.includes(": 409")) throw cause;
  });
}
