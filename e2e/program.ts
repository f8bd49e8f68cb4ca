import { admin, expect, type Merchant, origin } from "./fixtures.ts";

type Affiliate = { id: string; status: string; email: string };
type Commission = {
  id: string;
  amount: number;
  status: string;
  order_id: string;
};

export async function program(merchant: Merchant) {
  const words = ["keys", "create", "--store", merchant.store, "--mode", "sandbox", "--scopes", "all"];
  const { key } = await admin<{ key: string }>(...words);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${origin}/services/affiliate${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
    return JSON.parse(text) as T;
  };
  const reports = async (reported: object[]): Promise<string[]> => {
    const orders = reported.map((one) => ({ occurred_at: new Date().toISOString(), ...one }));
    const { data } = await call<{ data: { status: string; order_id?: string }[] }>(
      ...(["POST", "/storefront/v1/orders", { orders }] as const),
    );
    expect(data).toEqual(orders.map(() => expect.objectContaining({ status: "accepted" })));
    return data.map(({ order_id = "" }) => order_id);
  };
  return {
    create: (first_name: string, fields: object = {}) =>
      call<Affiliate>("POST", "/v1/affiliates", {
        email: `${first_name.toLowerCase()}@example.com`,
        first_name,
        last_name: "Berg",
        ...fields,
      }),
    link: (affiliate_id: string, destination_url: string) =>
      call<{ code: string }>("POST", "/v1/links", { affiliate_id, destination_url }),
    find: (id: string) => call<Affiliate>("GET", `/v1/affiliates/${id}`),
    change: (id: string, body: object) => call<Affiliate>("PUT", `/v1/affiliates/${id}`, body),
    reports,
    /** Amounts are in minor units. An order belongs to an affiliate only if it has the affiliate's coupon. */
    sells: (...orders: object[]) =>
      reports(orders.map((order) => ({ type: "order.placed", currency: "EUR", ...order }))),
    approve: (id: string) => call<Commission>("PUT", `/v1/commissions/${id}/approve`),
    reject: (id: string, reason: string) => call<Commission>("PUT", `/v1/commissions/${id}/reject`, { reason }),
    /** The amount must be all that is payable. Returns the payout's ID. */
    pays: async (affiliate_id: string, amount: number) =>
      (await call<{ id: string }>("POST", "/v1/payouts", { affiliate_id, amount, currency: "EUR" })).id,
    settle: (payout: string, status: string) => call("PUT", `/v1/payouts/${payout}`, { status }),
    commissions: async (query: string) => (await call<{ data: Commission[] }>("GET", `/v1/commissions?${query}`)).data,
  };
}

/** Requests the payouts of a preview, at most `most` of them, and returns their number. */
export async function paysFromPreview(merchant: Merchant, most = Number.POSITIVE_INFINITY): Promise<number> {
  type Line = { affiliate_id: string; currency: string; amount: number; state: string };
  const { hash, lines } = await merchant.calls<{ hash: string; lines: Line[] }>("POST", "/payouts/preview", {});
  const paid = lines.filter(({ state }) => state === "payable").slice(0, most);
  const payouts = paid.map(({ affiliate_id, currency }) => ({ affiliate_id, currency }));
  const totals = [...Map.groupBy(paid, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
  }));
  await merchant.calls("POST", "/payouts/confirm", { hash, payouts, totals });
  return paid.length;
}
