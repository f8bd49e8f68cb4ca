import { expect, test } from "vitest";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { LatestSnapshot } from "@/lib/contract/desk/history";
import { experimentsToDecide, failingEndpoints, hostOf } from "./decisions";

const now = new Date("2026-11-21T12:00:00Z");
const variants = [
  { name: "control", weight: 2 },
  { name: "variant_a", weight: 1 },
];
const reading = (experiment: string, status: string, counts: [number, number] = [2_000, 1_000]) => ({
  experiment,
  status,
  taken_at: now.toISOString(),
  variants: variants.map(({ name }, at) => ({ name, visitors: counts[at] as number, conversions: 10 })),
});
const running = (id: string) => ({ id, name: id, status: "running", variants });

test("a running experiment needs a decision once its result is significant", () => {
  const experiments = [running("a"), running("b"), running("unread"), { id: "d", status: "draft" }];
  const readings = [reading("a", "significant"), reading("b", "collecting"), reading("d", "significant")];
  expect(experimentsToDecide(experiments, readings, now)).toEqual([{ id: "a", name: "a", why: "significant" }]);
});

test("a split that differs from the plan is reported before any result", () => {
  const readings = [reading("a", "significant", [1_000, 1_000]), reading("b", "collecting", [2_010, 990])];
  expect(experimentsToDecide([running("a"), running("b")], readings, now)).toEqual([
    { id: "a", name: "a", why: "split" },
  ]);
  const unplanned = { id: "a", status: "running" };
  expect(experimentsToDecide([unplanned], readings.slice(0, 1), now)).toEqual([
    { id: "a", name: "a", why: "significant" },
  ]);
});

const design = { metric: "conversion", guardrails: [], effect: 0.1, stops_on_breach: false, traffic: 1, audience: {} };
const planned = (more: object = {}) => ({ id: "p", name: "P", status: "running", plan: design, ...more }) as Experiment;
const counted = (visitors: number, ...conversions: [number, number]): LatestSnapshot => ({
  ...reading("p", "collecting"),
  variants: variants.map(({ name }, at) => ({ name, visitors, conversions: conversions[at] as number })),
});

/** Each of the visitors with an order spent about as much. */
const sumsOf = (orders: number, spent: number) => ({
  ordered: orders,
  accepted: 0,
  orders,
  orders_squares: orders,
  revenue_orders: orders * spent,
  revenue: orders * spent,
  revenue_squares: orders * spent ** 2 * 1.2,
  prior: 0,
  prior_squares: 0,
  prior_revenue: 0,
  refunded: 0,
  cancelled: 0,
});

test("an experiment with a plan is to be decided once its result is clear or the planned visitors have come", () => {
  const why = (one: Experiment, latest: LatestSnapshot) => experimentsToDecide([one], [latest], now)[0]?.why;
  const frozen = {
    base: 0.1,
    deviation: 0.3,
    visitors_per_day: 90,
    visitors_needed: 1_000,
    days_needed: 20,
    cap: null,
  };
  expect(why(planned({ frozen }), counted(999, 100, 104))).toBeUndefined();
  expect(why(planned({ frozen }), counted(1_000, 100, 104))).toBe("reached");
  expect(why(planned({ frozen }), counted(900, 100, 200))).toBe("significant");
  expect(why(planned({ frozen }), counted(900, 20, 49))).toBeUndefined();
  // Of revenue, a reading without sums says nothing.
  const byRevenue = { frozen, plan: { ...design, metric: "revenue_per_visitor" } };
  expect(why(planned(byRevenue), counted(900, 100, 200))).toBeUndefined();
  const earned = (...each: [number, number]): LatestSnapshot => ({
    ...reading("p", "collecting"),
    variants: each.map((spent, at) => ({
      ...counted(900, 300, 300).variants[at],
      name: `${at}`,
      sums: sumsOf(300, spent),
    })),
  });
  expect(why(planned(byRevenue), earned(20, 40))).toBe("significant");
  expect(why(planned(byRevenue), earned(20, 20.5))).toBeUndefined();
});

test("a broken guardrail is to be decided, and so is an experiment that has ended without a decision", () => {
  const why = (more: object) => experimentsToDecide([planned(more)], [], now)[0]?.why;
  expect(why({ alert: { kind: "refunds", variant: "variant_a", at: now.toISOString(), paused: true } })).toBe("alert");
  const over = { status: "completed", winner: "variant_a", ended_at: now.toISOString() };
  const decision = (outcome: string) => ({ outcome, reason: "Because.", at: now.toISOString() });
  expect(why({ ...over, decisions: [decision("longer")] })).toBe("over");
  expect(why({ ...over, decisions: [decision("longer"), decision("ship")] })).toBeUndefined();
});

test("a winner is reported for two weeks", () => {
  const won = (ended_at: string) => ({ id: "a", name: "A", status: "completed", winner: "variant_a", ended_at });
  expect(experimentsToDecide([won("2026-11-10T00:00:00Z")], [], now)).toEqual([
    { id: "a", name: "A", why: "won", winner: "variant_a" },
  ]);
  expect(experimentsToDecide([won("2026-11-01T00:00:00Z")], [], now)).toEqual([]);
  expect(experimentsToDecide([{ id: "a", status: "completed", winner: "variant_a" }], [], now)).toEqual([]);
});

test("an enabled endpoint fails if it was paused, lost an event or refuses one event in twenty", () => {
  const health = { delivered: 99, exhausted: 0, waiting: 0, held: 0, success_rate: 0.99 };
  const endpoint = (id: string, more: object) => ({
    id,
    url: `https://${id}.example/x`,
    enabled: true,
    health,
    ...more,
  });
  const found = failingEndpoints([
    endpoint("fine", {}),
    endpoint("new", { health: undefined }),
    endpoint("paused", { enabled: false, state: "paused" }),
    endpoint("gave-up", { health: { ...health, exhausted: 1 } }),
    endpoint("refuses", { health: { ...health, success_rate: 0.9 } }),
    endpoint("off", { enabled: false, health: { ...health, exhausted: 3 } }),
  ]);
  expect(found.map(hostOf)).toEqual(["paused.example", "gave-up.example", "refuses.example"]);
  expect(hostOf({ id: "whk_1" })).toBe("whk_1");
});
