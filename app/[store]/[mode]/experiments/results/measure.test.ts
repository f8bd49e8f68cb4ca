import { expect, test } from "vitest";
import type { Experiment, ExperimentResults, ExperimentSums } from "@/lib/contract/checkout/experiments";
import { type Arm, compareSegments } from "./measure";
import { liftByDay } from "./over-time";
import { studyOf } from "./study";

const noSums: ExperimentSums = {
  ordered: 0,
  accepted: 0,
  orders: 0,
  orders_squares: 0,
  revenue: 0,
  revenue_squares: 0,
  revenue_orders: 0,
  prior: 0,
  prior_squares: 0,
  prior_revenue: 0,
  refunded: 0,
  cancelled: 0,
};

/** Visitors of whom some order once, for either of two amounts. */
function arm(name: string, visitors: number, ordered: number, amount: number, more: Partial<ExperimentSums> = {}): Arm {
  const half = ordered / 2;
  const [low, high] = [amount * 0.5, amount * 1.5];
  const revenue = half * (low + high);
  return {
    name,
    visitors,
    conversions: ordered,
    sums: {
      ...noSums,
      ordered,
      orders: ordered,
      orders_squares: ordered,
      revenue,
      revenue_squares: half * (low ** 2 + high ** 2),
      revenue_orders: revenue,
      ...more,
    },
  };
}

const plan = { guardrails: [], effect: 0.1, stops_on_breach: false, traffic: 1, audience: {} };
const frozen = { base: 3, deviation: 12, visitors_per_day: 900, visitors_needed: 6_000, days_needed: 14, cap: 200 };
const running = (metric: NonNullable<Experiment["plan"]>["metric"], more: Partial<Experiment> = {}): Experiment => ({
  id: "exp_1",
  status: "running",
  variants: [
    { name: "control", weight: 1 },
    { name: "b", weight: 1, label: "Cheaper" },
  ],
  plan: { ...plan, metric },
  frozen,
  ...more,
});
const results = (...variants: Arm[]): ExperimentResults => ({ experiment_id: "exp_1", variants });
const study = (experiment: Experiment, ...variants: Arm[]) =>
  studyOf({ experiment, plan: undefined, results: results(...variants) });

test("more revenue per visitor decides, although as many visitors order", () => {
  const found = study(running("revenue_per_visitor"), arm("control", 8_000, 800, 40), arm("b", 8_000, 800, 60));
  expect(found?.verdict).toMatchObject({ rule: "decided", way: "better", arm: "b", lift: expect.closeTo(0.5, 9) });
  expect(found?.comparisons[0]?.on.lift.lower).toBeGreaterThan(0);
  expect(study(running("conversion"), arm("control", 8_000, 800, 40), arm("b", 8_000, 800, 60))?.verdict.rule).toBe(
    "flat",
  );
});

test("the average order is the revenue of an order and not of a visitor", () => {
  const found = study(running("average_order"), arm("control", 8_000, 800, 40), arm("b", 8_000, 400, 60));
  expect(found?.verdict).toMatchObject({ rule: "decided", way: "better", arm: "b", lift: expect.closeTo(0.5, 9) });
});

test("amounts are too early below 200 visitors with an order, rates below 50 conversions", () => {
  const few = [arm("control", 6_000, 199, 40), arm("b", 6_000, 400, 60)];
  expect(study(running("revenue_per_visitor"), ...few)?.verdict).toMatchObject({ rule: "early", count: 199 });
  expect(study(running("conversion"), ...few)?.verdict.rule).toBe("decided");
});

test("what visitors had ordered before narrows the interval of revenue", () => {
  const before = (one: Arm): Arm => {
    const { revenue, revenue_squares } = one.sums as ExperimentSums;
    return arm(one.name, one.visitors, one.sums?.ordered ?? 0, one.name === "b" ? 42 : 40, {
      prior: revenue,
      prior_squares: revenue_squares,
      prior_revenue: revenue_squares * 0.95,
    });
  };
  const plain = [arm("control", 8_000, 800, 40), arm("b", 8_000, 800, 42)];
  const width = (...arms: Arm[]) => {
    const { lower, upper } = study(running("revenue_per_visitor"), ...arms)?.comparisons[0]?.on.lift ?? {};
    return (upper ?? Number.NaN) - (lower ?? Number.NaN);
  };
  expect(width(...plain.map(before))).toBeLessThan(0.5 * width(...plain));
});

test("an open result is too early before the planned visitors have come, and flat afterwards", () => {
  const open = (visitors: number) => [
    arm("control", visitors, visitors / 10, 40),
    arm("b", visitors, visitors / 10, 40),
  ];
  expect(study(running("conversion"), ...open(5_000))?.verdict).toMatchObject({ rule: "early", planned: 6_000 });
  expect(study(running("conversion"), ...open(6_000))?.verdict).toMatchObject({ rule: "flat", effect: 0.1 });
  const unplanned = running("conversion", { frozen: { ...frozen, visitors_needed: null } });
  expect(study(unplanned, ...open(6_000))?.verdict).toMatchObject({ rule: "inconclusive" });
});

test("a stored reading has no revenue, so it gives no verdict on revenue", () => {
  const variants = [
    { name: "control", visitors: 100, conversions: 60 },
    { name: "b", visitors: 100, conversions: 60 },
  ];
  const snapshot = { experiment: "exp_1", taken_at: "2026-11-20T00:00:00Z", status: null, variants };
  const of = (metric: "conversion" | "average_order") =>
    studyOf({ experiment: running(metric), plan: undefined, results: undefined, snapshot });
  expect(of("average_order")).toBeNull();
  expect(of("conversion")?.names.get("b")).toBe("Cheaper");
});

test("segments share one correction: what one alone would decide, twenty of them do not", () => {
  const control = arm("control", 4_000, 400, 40);
  const odd = { control, arms: [control], arm: arm("b", 4_000, 495, 40) };
  const same = { control, arms: [control], arm: arm("b", 4_000, 400, 40) };
  const [alone] = compareSegments([odd], "conversion");
  const [among] = compareSegments([odd, ...Array(19).fill(same)], "conversion");
  expect([alone?.decided, among?.decided]).toEqual([true, false]);
  expect(among?.relative.lower).toBeLessThan(0);
});

test("the lift of a day is that of all visitors up to it, whatever the order of the days", () => {
  const day = (key: string, x: number) => ({
    key,
    variants: [
      { ...arm("control", 1_000, 100, 40), name: "control" },
      { ...arm("b", 1_000, x, 40), name: "b" },
    ],
  });
  const points = liftByDay([day("2026-11-02", 140), day("2026-11-01", 100)], "b", { metric: "conversion" });
  expect(points.map(({ lift }) => Number(lift.toFixed(3)))).toEqual([0, 0.2]);
  const revenue = liftByDay([day("2026-11-01", 200), day("2026-11-02", 300)], "b", { metric: "revenue_per_visitor" });
  expect(revenue.map(({ lift }) => Number(lift.toFixed(3)))).toEqual([1, 1.5]);
  expect(revenue[0]?.same).toBeNull();
  expect(revenue[1]?.same).toBeGreaterThan(0);
});
