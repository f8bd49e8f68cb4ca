import { expect, test } from "vitest";
import { normalizeReport } from "@/lib/contract/report";
import { rankOffers } from "./best-offers";

const row = (name: string, shown: number, accepted: number) => ({
  upsell_id: `ups_${name}`,
  upsell_name: name,
  shown,
  accepted,
  revenue: accepted * 10,
});
const ranked = (...rows: object[]) =>
  rankOffers(normalizeReport({ type: "upsell_performance", data: rows, currency: "EUR" })).map(
    ({ name, place }) => `${name} ${place}`,
  );

test("at most three offers are the best and three the worst, and none is both", () => {
  const many = [10, 80, 30, 70, 20, 60, 40, 50].map((accepted) => row(`o${accepted}`, 100, accepted));
  expect(ranked(...many)).toEqual(["o80 best", "o70 best", "o60 best", "o30 worst", "o20 worst", "o10 worst"]);
  expect(ranked(...many.slice(0, 3))).toEqual(["o80 best", "o10 worst"]);
  expect(ranked(...many.slice(0, 1))).toEqual(["o10 null"]);
});

test("an offer that was shown fewer than a hundred times is neither the best nor the worst", () => {
  expect(ranked(row("lucky", 99, 99), row("good", 100, 20), row("poor", 5_000, 50), row("unlucky", 20, 0))).toEqual([
    "good best",
    "poor worst",
  ]);
  expect(ranked()).toEqual([]);
});

test("the figures of an offer come with it, and a deleted one has no name", () => {
  const { upsell_name: _, ...deleted } = row("gone", 400, 100);
  expect(rankOffers(normalizeReport({ data: [row("kit", 200, 80), deleted], currency: "EUR" }))).toEqual([
    { id: "ups_kit", name: "kit", place: "best", rate: 0.4, shown: 200, revenue: 800, currency: "EUR" },
    { id: "ups_gone", name: undefined, place: "worst", rate: 0.25, shown: 400, revenue: 1_000, currency: "EUR" },
  ]);
});
