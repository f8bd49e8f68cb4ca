import type { Store } from "../store.ts";

/** Times have the offset of the shop's time zone. */
export const localTime = (hours: number) =>
  new Date(Date.UTC(2026, 8, 1, 10) + hours * 3_600_000).toISOString().replace(".000Z", "+02:00");

export const decimal = (cents: number) => (cents / 100).toFixed(2);

const names = ["Mira", "Jon", "Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ida", "Jo"];
const statuses = ["active", "in_review", "active", "blocked"];

export function seedAffiliates(store: Store): void {
  for (const [index, first_name] of names.entries()) {
    store.put("affiliates", {
      id: 11 + index,
      email: `${first_name.toLowerCase()}@partners.example`,
      first_name,
      ...(index % 3 > 0 && { last_name: "Lind" }),
      status: statuses[index % statuses.length],
      commission_type: "percentage",
      commission_rate: "12.5",
      currency: "EUR",
      total_revenue: decimal(100_050 * (index + 1)),
      unpaid_balance: decimal(1_250 * (index + 1)),
      created_at: localTime(index),
      tier: index % 2 ? "silver" : { name: "gold", since: 2024 },
    });
  }
  for (let index = 0; index < 40; index++) {
    const id = 5001 + index;
    const affiliate_id = 11 + (index % names.length);
    store.put("attributed_orders", {
      id,
      affiliate_id: index === 39 ? null : affiliate_id,
      order_number: `#${1000 + index}`,
      total: decimal(4_990 + index),
      currency: "EUR",
      status: index % 5 ? "paid" : "on_hold",
      created_at: localTime(index),
    });
    store.put("commissions", {
      id: 8001 + index,
      affiliate_id,
      order_id: id,
      amount: decimal(499 + index),
      currency: "EUR",
      status: index < 30 ? "pending" : index < 36 ? "approved" : "under_review",
      flags: index % 4 ? [] : ["self_referral", "velocity"],
      created_at: localTime(index),
    });
  }
  store.put("payouts", {
    id: 601,
    affiliate_id: 11,
    amount: "25.00",
    currency: "EUR",
    status: "settled",
    commissions: [{ id: 8033, amount: "12.50" }, { id: 8034 }],
    paid_at: localTime(300),
    created_at: localTime(290),
  });
  store.put("payouts", { id: 602, affiliate_id: 12, amount: "10.00", status: "in_review", created_at: localTime(310) });
  for (const index of [0, 1, 2]) {
    store.put("links", {
      id: 71 + index,
      affiliate_id: 11 + index,
      tracking_url: `https://go.example/r/${index}`,
      destination_url: "https://shop.example.com/boots",
      clicks: String(40 * (index + 1)),
      created_at: localTime(index),
      short: true,
    });
  }
}
