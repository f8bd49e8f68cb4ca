import { expect, test } from "vitest";
import { guardrails } from "./contract/checkout/experiment-words.ts";
import { guardedOf } from "./guardrails.ts";

const arm = (name: string, visitors: number, ordered: number, refunded: number, cancelled: number) => ({
  name,
  visitors,
  sums: { ordered, orders: ordered, refunded, cancelled },
});

test("a guardrail is broken by fewer orders, more refunds or more cancellations, and not by the opposite", () => {
  const control = arm("control", 8_000, 800, 80, 80);
  const states = (variant: typeof control) =>
    guardedOf(guardrails, [control, variant], control).map(({ state }) => state);
  expect(states(arm("b", 8_000, 500, 150, 150))).toEqual(["broken", "broken", "broken"]);
  expect(states(arm("b", 8_000, 1_200, 20, 20))).toEqual(["fine", "fine", "fine"]);
  expect(states(arm("b", 0, 0, 0, 0))).toEqual(["unknown", "unknown", "unknown"]);
});

test("a guardrail with fewer than 50 cases in both variants together is unknown, however they differ", () => {
  const control = arm("control", 2_000, 400, 0, 0);
  const states = (refunded: number) =>
    guardedOf(["refunds"], [control, arm("b", 2_000, 400, refunded, 0)], control).map(({ state }) => state);
  expect([states(49), states(50)]).toEqual([["unknown"], ["broken"]]);
});
