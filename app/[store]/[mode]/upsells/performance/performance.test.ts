import { expect, test } from "vitest";
import { createClient, routesFor } from "@/lib/api/client";
import { checkout } from "@/lib/contract/checkout";
import { dayIn } from "@/lib/days";
import { performanceUntil, readPerformance } from "./performance";

const read = (body: unknown) => readPerformance(checkout.analytics.report.normalize(body));

test("the embedded service's report identifies each offer by its id", () => {
  const of = read({
    type: "upsell_performance",
    currency: "EUR",
    data: [
      {
        upsell_id: "ups_1",
        upsell_name: "Kit",
        shown: 200,
        accepted: 30,
        declined: 20,
        acceptance_rate: 0.15,
        revenue: 12.5,
      },
      { upsell_id: "ups_2", upsell_name: "Kit", shown: 0, accepted: 0, declined: 0, revenue: 0 },
    ],
    totals: { shown: 200 },
    daily: [{ date: "2026-11-01", shown: 200, accepted: 30 }],
  });
  expect(of({ id: "ups_1", name: "Kit" })).toEqual({
    shown: 200,
    accepted: 30,
    rate: 0.15,
    revenue: 12.5,
    currency: "EUR",
  });
  expect(of({ id: "ups_2", name: "Kit" })).toEqual({ shown: 0, accepted: 0, revenue: 0, currency: "EUR" });
});

test("an offer that the report leaves out has no figures, not zeros", () => {
  const of = read({ data: [{ upsell_id: "ups_1", shown: 3 }] });
  expect(of({ id: "ups_9", name: "New" })).toBeNull();
  expect(of({ id: "ups_1" })).toEqual({ shown: 3 });
});

test("another API's report is read at any place, by name, and with numbers as text", () => {
  const of = read({
    report: {
      sections: {
        offers: [
          { offer: "Kettle deal 1", shown: "240", accepted: 31, revenue: "310.00" },
          { offer: "Mug deal 2", shown: "120", accepted: 9, revenue: "81.50" },
        ],
        by_device: { mobile: [{ shown: 200, accepted: 20 }] },
      },
    },
  });
  expect(of({ id: "off-1", name: "Kettle deal 1" })).toEqual({
    shown: 240,
    accepted: 31,
    rate: 31 / 240,
    revenue: 310,
  });
  expect(of({ id: "off-3", name: "Filter deal 3" })).toBeNull();
});

test("a name that two rows share identifies neither offer", () => {
  const of = read([
    { name: "Kit", views: 1 },
    { name: "Kit", views: 2 },
  ]);
  expect(of({ id: "x", name: "Kit" })).toBeNull();
});

test("a rate is a ratio or, above 1, percent", () => {
  const of = read({
    offers: [
      { offer_id: "a", rate: 12.5 },
      { offer_id: "b", rate: 0.125 },
    ],
  });
  expect([of({ id: "a" })?.rate, of({ id: "b" })?.rate]).toEqual([0.125, 0.125]);
});

test.each([
  [{}],
  [null],
  ["soon"],
  [{ message: "No report" }],
  [{ data: [] }],
  [{ data: [{ date: "2026-01-01", visits: 3 }] }],
])("%o gives no figures", (body) => expect(read(body)({ id: "ups_1", name: "Kit" })).toBeNull());

test("thirty days end with today in the store's time zone", () => {
  const now = new Date("2026-03-01T23:30:00Z");
  const asked = (timeZone: string) => {
    const place = { store: "s", mode: "live", api: "checkout" } as const;
    const client = createClient<typeof checkout>(routesFor(checkout, "owner"), place, async () => null);
    return performanceUntil({ checkout: client }, dayIn(timeZone, now)).queryKey.at(-1);
  };
  expect(asked("UTC")).toMatchObject({ query: { start_date: "2026-01-31", end_date: "2026-03-01" } });
  expect(asked("Europe/Berlin")).toMatchObject({ query: { end_date: "2026-03-02" } });
  expect(asked("America/Los_Angeles")).toMatchObject({ query: { end_date: "2026-03-01" } });
});
