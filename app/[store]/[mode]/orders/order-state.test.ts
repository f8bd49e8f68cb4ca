import { expect, test } from "vitest";
import { stateOf } from "./order-state";

test("an order that is neither cancelled nor refunded is placed, and is not called so if nothing is reported", () => {
  const state = (facts: object) => stateOf({ order_id: "1", ...facts });
  expect(state({ cancelled: false, refunded_amount: 0 })).toBe("placed");
  expect(state({ cancelled: false, refunded_amount: 4.5 })).toBe("refunded");
  expect(state({ cancelled: true, refunded_amount: 4.5 })).toBe("cancelled");
  expect(state({ cancelled: false, refunded_amount: 0, confirmed: false })).toBe("unconfirmed");
  expect(state({ cancelled: true, confirmed: false })).toBe("cancelled");
  expect(state({})).toBeUndefined();
});
