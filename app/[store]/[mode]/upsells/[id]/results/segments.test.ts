import { expect, test } from "vitest";
import type { OfferResults } from "@/lib/contract/checkout/analytics";
import { segmentsBy } from "./segments";

const sums = (shown: number, accepted: number, revenue: number) => ({ shown, accepted, declined: 0, revenue });
const results = (...segments: object[]) => ({ data: sums(100, 10, 99.9), segments }) as unknown as OfferResults;
const phone = { by: "device", value: "mobile", ...sums(60, 6, 59.8), discount: 5 };

test("what nobody knows is a row of its own, and the rows add up to the offer", () => {
  expect(segmentsBy("device", results(phone))).toEqual([phone, { ...sums(40, 4, 40.1), value: null, discount: null }]);
});

test("there is no row for the rest if everything is known, and none at all if nothing is", () => {
  const desktop = { by: "device", value: "desktop", ...sums(40, 4, 40.1), discount: 0 };
  expect(segmentsBy("device", results(phone, desktop))).toEqual([phone, desktop]);
  expect(segmentsBy("placement", results(phone))).toEqual([]);
});
