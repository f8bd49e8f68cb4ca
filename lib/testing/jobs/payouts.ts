import type { PayoutPreview } from "../../contract/desk/payouts.ts";
import type { JobsShop } from "./jobs.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
type Any = any;

let orders = 0;

export function openPayouts(shop: JobsShop) {
  const { store } = shop;
  const ask = (name: string, raw: object = {}, who: object = {}): Promise<Any> => shop.ask("payouts", name, raw, who);
  return {
    ask,
    affiliate(id: number, more: object = {}): string {
      const row = { id, email: `a${id}@partners.example`, first_name: `A${id}`, status: "active", currency: "EUR" };
      store.put("affiliates", { ...row, payout_method: "paypal", ...more });
      return String(id);
    },
    /** Creates an approved commission, in major units as this upstream uses them. */
    commission(affiliate: string, amount: number, more: object = {}): string {
      const id = 700_000 + ++orders;
      const row = {
        id,
        affiliate_id: Number(affiliate),
        amount: amount.toFixed(2),
        currency: "EUR",
        status: "approved",
      };
      store.put("commissions", {
        ...row,
        created_at: new Date(Date.UTC(2026, 8, 1) + orders * 1_000).toISOString(),
        ...more,
      });
      return String(id);
    },
    preview: (affiliates?: string[]): Promise<PayoutPreview> => ask("preview", { body: { affiliates } }),
    confirm: (preview: Pick<PayoutPreview, "hash" | "payable">, more: object = {}): Promise<Any> =>
      ask("confirm", {
        body: {
          hash: preview.hash,
          totals: preview.payable.map(({ currency, amount }) => ({ currency, amount })),
          ...more,
        },
      }),
    rows: async (query: object = {}): Promise<Any[]> =>
      (await ask("list", { query: { per_page: 100, ...query } })).data,
    counts: (): Promise<Any> => ask("counts"),
    made: () =>
      store.effects
        .filter(({ resource, action }) => resource === "payouts" && action === "created")
        .map(({ id }) => store.find("payouts", id))
        .map((row) => ({
          id: String(row.id),
          affiliate: String(row.affiliate_id),
          amount: Number(row.amount),
          commissions: (row.commissions as { id: number }[]).map(({ id }) => String(id)),
        })),
  };
}

export type PayoutsShop = ReturnType<typeof openPayouts>;
