import { type Call, ok, pageOf, type Route } from "../api.ts";
import { Problem } from "../problem.ts";

// Metrics leave figures out, each report has another form, and experiments count in percent, in points or not at all, name
// winners that lost or do not exist, and have a dozen variants.

const reports: Record<string, unknown> = {
  upsell_performance: {
    report: {
      generated_at: "2026-11-01T00:00:00Z",
      sections: {
        offers: [
          { offer: "Kettle deal 1", shown: "240", accepted: 31, revenue: "310.00" },
          { offer: "Mug deal 2", shown: "120", accepted: 9, revenue: "81.50" },
        ],
        by_device: { mobile: [{ shown: 200, accepted: 20 }], desktop: [{ shown: 160, accepted: 20 }] },
      },
    },
  },
  bundle_performance: [
    { bundle: "Bundle 1", sold: 12, revenue: "240.00" },
    { bundle: "Bundle 2", sold: 0, revenue: null },
  ],
  revenue_attribution: {
    "2026-10-01": { upsells: "120.50", bundles: 40, other: 900 },
    "2026-10-02": { upsells: "99.00", bundles: 0, other: 870.25 },
  },
  conversion_funnel: { funnel: { visits: 1200, shown: 360, accepted: 40 }, note: "sampled" },
};

const results: Record<string, unknown> = {
  "300": {
    data: {
      experiment_id: "300",
      status: "collecting data",
      variants: [
        { name: "control", visitors: 900, conversions: 81, conversion_rate: 0.09 },
        { name: "variant_a", visitors: 910, conversions: 91, conversion_rate: 0.1, lift: 0.11, p_value: 0.47 },
      ],
    },
  },
  "301": {
    experiment_id: "301",
    status: "significant",
    winner: { name: "variant_a", since: "2026-10-10" },
    variants: {
      control: { visitors: 2000, conversions: 100, conversion_rate: 5 },
      variant_a: { visitors: 2000, conversions: 160, conversion_rate: 8, lift: 60, p_value: 0.0001 },
    },
  },
  "302": {
    experiment_id: "302",
    status: "significant",
    winner: "variant_a",
    variants: [
      { name: "control", visitors: "500", conversions: "50", conversion_rate: "0.1" },
      { name: "variant_a", visitors: 500, conversions: 51, conversion_rate: 0.102, lift: 0.02, p_value: 0.001 },
    ],
  },
  "304": {
    experiment_id: "304",
    status: "running",
    variants: [
      { name: "control", visitors: 4000, conversions: 400 },
      { name: "variant_a", visitors: 4000, conversions: 520 },
    ],
  },
  // The lift is in percentage points, and no variant is called control.
  "305": {
    experiment_id: "305",
    variants: [
      { name: "old", visitors: 4000, conversions: 400, conversion_rate: 0.1 },
      { name: "new", visitors: 4000, conversions: 420, conversion_rate: 0.105, lift: 0.5, p_value: 0.4579 },
    ],
  },
  // The named winner lost.
  "306": {
    experiment_id: "306",
    status: "significant",
    winner: "variant_a",
    variants: [
      { name: "control", visitors: 3000, conversions: 420 },
      { name: "variant_a", visitors: 3000, conversions: 270, lift: -0.357, p_value: 0.000001 },
    ],
  },
  // The named winner does not exist, and there are no visitors.
  "307": {
    experiment_id: "307",
    winner: "variant_z",
    variants: [
      { name: "control", visitors: 0, conversions: 0, conversion_rate: 0 },
      { name: "variant_a", visitors: 0, conversions: 0, conversion_rate: 0, lift: 0, p_value: 1 },
    ],
  },
  "308": {
    experiment_id: "308",
    variants: Array.from({ length: 12 }, (_, n) => ({
      name: n === 0 ? "control" : `variant_${n}`,
      visitors: 2000 + n,
      conversions: 200 + (n === 7 ? 120 : n),
    })),
  },
};

function metrics({ query }: Call) {
  const period = { start: query.get("start_date") ?? "2026-10-01", end: query.get("end_date") ?? "2026-10-31" };
  const days: number[] = [];
  for (let at = Date.parse(period.start); at <= Date.parse(period.end); at += 86_400_000) {
    days.push(new Date(at).getUTCDate());
  }
  const sum = (of: (day: number) => number) => days.reduce((total, day) => total + of(day), 0);
  return ok({
    data: {
      total_revenue: sum((day) => 100 + day / 2),
      service_revenue: sum((day) => day),
      returning_rate: 0.3,
      total_orders: sum((day) => 3 + (day % 4)),
    },
    period,
  });
}

function report({ id }: Call) {
  if (!(id in reports)) throw new Problem(404, `No report ${id}`);
  return ok(reports[id]);
}

function experiments({ store, query }: Call) {
  const status = query.get("status");
  const rows = store.list("experiments").filter((row) => status === null || row.status === status);
  const { rows: data, ...pagination } = pageOf(rows, query, 20, 100);
  return ok({ data, pagination });
}

function result({ store, id }: Call) {
  store.find("experiments", id);
  if (!(id in results)) throw new Problem(404, "No results yet");
  return ok(results[id]);
}

export const figures: Route[] = [
  ["GET /analytics/metrics", "read:analytics", metrics],
  ["GET /analytics/reports/:type", "read:analytics", report],
  ["GET /experiments", "read:analytics", experiments],
  ["GET /experiments/:id/results", "read:analytics", result],
];
