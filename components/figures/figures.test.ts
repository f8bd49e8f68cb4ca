import { describe, expect, test } from "vitest";
import { createFormat } from "@/lib/format";
import { changeBetween, differenceOf, figureOf, firstDayOf, pointsOf, whyAbsent } from "./figures";

test("a share needs both amounts and a total above zero", () => {
  expect(figureOf("share", { service_revenue: 25, total_revenue: 100 })).toBe(0.25);
  expect(figureOf("share", { service_revenue: 25 })).toBeUndefined();
  expect(figureOf("share", { service_revenue: 0, total_revenue: 0 })).toBeUndefined();
});

test("a figure that the API does not report is absent, not zero", () => {
  expect(figureOf("acceptance", { total_revenue: 1 })).toBeUndefined();
  expect(figureOf("revenue", { total_revenue: "12.50" })).toBe(12.5);
});

test("an average without orders and a rate without showings are absent, although the API sends 0", () => {
  const empty = {
    total_orders: 0,
    offers_shown: 0,
    average_order_value: 0,
    upsell_acceptance_rate: 0,
    total_revenue: 0,
  };
  for (const name of ["average", "acceptance", "share"] as const) expect(figureOf(name, empty)).toBeUndefined();
  expect(whyAbsent("average", empty)).toBe("noOrders");
  expect(whyAbsent("acceptance", { ...empty, total_orders: 2 })).toBe("noOffers");
  expect(whyAbsent("share", { ...empty, total_orders: 2 })).toBe("noRevenue");
});

test("offers that were shown but never accepted have a rate of 0", () => {
  expect(figureOf("acceptance", { offers_shown: 9, total_orders: 0, upsell_acceptance_rate: 0 })).toBe(0);
});

test("if showings are not reported, a rate counts only with orders or above 0", () => {
  expect(figureOf("acceptance", { total_orders: 0, upsell_acceptance_rate: 0 })).toBeUndefined();
  expect(figureOf("acceptance", { total_orders: 0, upsell_acceptance_rate: 0.2 })).toBe(0.2);
  expect(figureOf("acceptance", { total_orders: 5, upsell_acceptance_rate: 0 })).toBe(0);
  expect(figureOf("acceptance", { upsell_acceptance_rate: 0 })).toBe(0);
});

test("money and counts change by percent, ratios by points", () => {
  expect(changeBetween(150, 100, "money")).toBe(0.5);
  expect(changeBetween(0.12, 0.1, "ratio")).toBeCloseTo(0.02);
  expect(changeBetween(10, 0, "money")).toBeNull();
  expect(changeBetween(0.1, 0, "ratio")).toBeCloseTo(0.1);
  expect(changeBetween(undefined, 100, "money")).toBeNull();
});

test("a change in points is the difference of the two values as they are shown", () => {
  const { ratioInColumn, points } = createFormat({ locale: "en", currency: "USD", timeZone: "UTC" });
  const [now, before] = [0.05342, 0.05168];
  expect([ratioInColumn(now), ratioInColumn(before)]).toEqual(["5.3%", "5.2%"]);
  expect(points(changeBetween(now, before, "ratio") as number)).toBe("+0.1");
  expect(changeBetween(0.0525, 0.053, "ratio")).toBe(0);
});

const day = (name: string, figures: Record<string, unknown> | null, complete = true) => ({
  day: name,
  figures,
  complete,
});

test("a line has a gap for each unknown or missing day", () => {
  const history = [day("2026-11-03", { total_revenue: 3 }), day("2026-11-01", null), day("2026-11-04", {})];
  const days = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"];
  const values = (of: (string | null)[]) => pointsOf("revenue", of, { data: history }).map(({ value }) => value);
  expect(values(days)).toEqual([null, null, 3, null]);
  expect(values(["2026-11-03", null])).toEqual([3, null]);
});

describe("days that are known only together", () => {
  const days = ["2026-11-01", "2026-11-02", "2026-11-03"];
  const week = { from: "2026-10-30", to: "2026-11-03", figures: { total_revenue: 50, average_order_value: 8 } };

  test("a sum is spread over the missing days, and the line still adds up to it", () => {
    const step = { from: week.from, to: week.to };
    expect(pointsOf("revenue", days, { data: [], steps: [week] })).toEqual(days.map(() => ({ value: 10, step })));
    const data = [day("2026-11-03", { total_revenue: 26 })];
    const rest = { from: week.from, to: "2026-11-02" };
    expect(pointsOf("revenue", days, { data, steps: [week] })).toEqual([
      ...[0, 1].map(() => ({ value: 6, step: rest })),
      { value: 26 },
    ]);
  });

  test("a ratio or an average applies to each missing day", () => {
    const data = [day("2026-11-03", { average_order_value: 20 })];
    const step = { from: week.from, to: week.to };
    expect(pointsOf("average", days, { data, steps: [week] })).toEqual([
      ...[0, 1].map(() => ({ value: 8, step })),
      { value: 20 },
    ]);
    expect(pointsOf("acceptance", days, { data, steps: [week] })[0]).toEqual({ value: null });
  });

  test("the shortest step that contains a day applies", () => {
    const short = { from: "2026-11-01", to: "2026-11-02", figures: { total_revenue: 4 } };
    const points = pointsOf("revenue", days, { data: [], steps: [short, week] });
    expect(points.map(({ value }) => value)).toEqual([2, 2, 10]);
  });
});

describe("a comparison with a period that began before the shop", () => {
  const of = (...revenue: number[]) =>
    firstDayOf(revenue.map((total_revenue, at) => day(`2026-11-0${at + 1}`, { total_revenue, offers_shown: 0 })));

  test("the first day with data is told", () => {
    expect(of(0, 0, 0, 5, 0, 6)).toBe("2026-11-04");
    expect(of(0, 0, 0, 0, 0, 0, 0, 1, 1)).toBe("2026-11-08");
  });

  test("a quiet day, a period without any data and days that are not known tell nothing", () => {
    expect(of(0, 0, 7, 5, 0, 6)).toBeNull();
    expect(of(5)).toBeNull();
    expect(of(0)).toBeNull();
    expect(of(0, 0, 0)).toBeNull();
    expect(of()).toBeNull();
    expect(firstDayOf([day("2026-11-01", null), day("2026-11-02", { total_revenue: 1 })])).toBeNull();
  });
});

test("the difference from the total is known only if all days are over and known", () => {
  const days = ["2026-11-01", "2026-11-02"];
  const of = (second: ReturnType<typeof day>, total: number | null = 30, name: "revenue" | "average" = "revenue") =>
    differenceOf(name, {
      days,
      history: [day(days[0] as string, { total_revenue: 10.1 }), second],
      total: total ?? undefined,
    });
  const second = (figures: object, complete = true) => day(days[1] as string, { ...figures }, complete);
  expect(of(second({ total_revenue: 20 }))).toBeCloseTo(0.1);
  expect(of(second({ total_revenue: 19.9 }))).toBe(0);
  expect(of(second({ total_revenue: 19.9 }, false))).toBeNull();
  expect(of(second({}))).toBeNull();
  expect(of(second({ total_revenue: 20 }), null)).toBeNull();
  expect(of(second({ average_order_value: 20 }), 30, "average")).toBeNull();
});
