import { expect, test } from "vitest";
import { findableIn, numbersOf, remediesFor } from "./plan-numbers.ts";

const known = {
  days: 28,
  visitors: 28_000,
  visitors_per_day: 1000,
  conversion: 0.04,
  acceptance: 0.1,
  revenue_per_visitor: 3,
  revenue_deviation: 20,
  average_order: 75,
  average_order_deviation: null,
  cap: null,
};
const plan = { metric: "conversion" as const, effect: 10, traffic: 100, weights: [1, 1], control: 0 };

test("a plan keeps its promise on the day that it names", () => {
  const { visitors, days, powerAt } = numbersOf(plan, known);
  expect(days).toBe(Math.ceil((visitors ?? 0) / 1000));
  expect(powerAt(days ?? 0)).toBeGreaterThanOrEqual(0.8);
  expect(powerAt((days ?? 0) - 2)).toBeLessThan(0.8);
  expect(powerAt(1)).toBeLessThan(0.05);
});

test("half the traffic takes twice as long, an uneven split and more variants take longer", () => {
  const days = numbersOf(plan, known).days ?? 0;
  expect(numbersOf({ ...plan, traffic: 50 }, known).days).toBeCloseTo(2 * days, -1);
  // A quarter of the visitors beside three quarters tell as much as 3/4 of an even split.
  expect(numbersOf({ ...plan, weights: [3, 1] }, known).days).toBeCloseTo((4 / 3) * days, -1);
  expect(numbersOf({ ...plan, weights: [1, 1, 1] }, known).days).toBeGreaterThan(1.5 * days);
});

test("what is not known makes no numbers", () => {
  expect(numbersOf({ ...plan, metric: "average_order" }, known)).toMatchObject({ visitors: null, days: null });
  expect(numbersOf(plan, { ...known, visitors_per_day: null })).toMatchObject({ days: null });
  expect(numbersOf({ ...plan, effect: Number.NaN }, known)).toMatchObject({ visitors: null, days: null });
  expect(numbersOf({ ...plan, effect: 3000 }, known)).toMatchObject({ base: 0.04, visitors: null });
});

test("what helps is faster than the plan, and the fastest comes first", () => {
  const slow = { ...plan, traffic: 40, weights: [1, 1, 1] };
  const now = numbersOf(slow, known).days ?? 0;
  const help = remediesFor(slow, known);
  expect(help.map(({ kind }) => kind).toSorted()).toEqual(["effect", "metric", "traffic", "variants"]);
  expect(help.map(({ days }) => days)).toEqual(help.map(({ days }) => days).toSorted((a, b) => a - b));
  for (const { days } of help) expect(days).toBeLessThan(now);
});

test("nothing helps that takes more than a year as well", () => {
  const help = remediesFor({ ...plan, effect: 3, traffic: 20, weights: [1, 1, 1] }, known);
  expect(help.map(({ kind }) => kind)).toEqual(["effect"]);
  expect(remediesFor(plan, { ...known, visitors_per_day: 1 })).toEqual([]);
});

test("too little traffic is told the metric and the smallest change that it can show in four weeks", () => {
  const few = { ...known, visitors: 1680, visitors_per_day: 60 };
  const found = findableIn(28, plan, few);
  expect(found).toMatchObject({ metric: "acceptance" });
  const daysOf = (effect: number) => numbersOf({ ...plan, metric: "acceptance", effect }, few).days ?? 0;
  expect(daysOf(found?.effect ?? 0)).toBeLessThanOrEqual(28);
  expect(daysOf((found?.effect ?? 0) - 1)).toBeGreaterThan(28);
  expect(numbersOf(plan, few).days).toBeGreaterThan(365);
  expect(findableIn(28, plan, { ...known, visitors_per_day: 1 })).toBeNull();
});
