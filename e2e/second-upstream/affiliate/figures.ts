import { type Call, ok, pageOf, type Route } from "../api.ts";
import { decimal, localTime } from "./seed.ts";

const summary = {
  summary: {
    total_clicks: "812",
    total_orders: 31,
    total_revenue: "1890.40",
    total_commissions: "189.04",
    currency: "EUR",
    from: "2026-10-01",
    best_day: "2026-10-12",
  },
};

const products = [
  { id: 1, name: "Boots", orders: 12, revenue: "480.00" },
  { id: 2, name: "Care kit", revenue: "n/a" },
];

function affiliates({ store, query }: Call) {
  const { rows } = pageOf(store.list("affiliates"), query, 25, 100);
  const row = (id: unknown, index: number) => ({ id, clicks: 10 * index, revenue: decimal(index * 500) });
  return ok({ results: rows.map(({ id }, index) => row(id, index)) });
}

function clicks({ query }: Call) {
  const all = Array.from({ length: 60 }, (_, index) => ({
    click_id: 400 + index,
    affiliate_id: 11 + (index % 5),
    clicked_at: localTime(index),
    landing_page: "https://shop.example.com/boots",
    is_bot: index % 6 === 0 ? "1" : "0",
    city: "Bergen",
  }));
  return ok({ items: pageOf(all, query, 25, 100).rows, next_cursor: "eyJ" });
}

export const figures: Route[] = [
  ["GET /analytics/summary", "", () => ok(summary)],
  ["GET /analytics/affiliates", "", affiliates],
  ["GET /analytics/products", "", () => ok({ products })],
  ["GET /analytics/clicks", "", clicks],
];
