import { expect, test } from "vitest";
import { createFormat } from "./format.ts";

const berlin = createFormat({ locale: "en", currency: "EUR", timeZone: "Europe/Berlin" });

test("percent is what people enter, not a ratio", () => {
  expect([berlin.percent(15), berlin.percent(12.5)]).toEqual(["15%", "12.5%"]);
});

test("money follows the digits of its currency", () => {
  expect([berlin.money(5.5), berlin.money(500, "JPY"), berlin.money(1.005, "KWD")]).toEqual([
    "€5.50",
    "¥500",
    "KWD\u00a01.005",
  ]);
});

test("a day is the store's day", () => {
  expect(berlin.date("2026-03-31T22:30:00.000Z")).toBe("Apr 1, 2026");
});

test("a time that cannot be read is shown as it came", () => {
  expect(berlin.dateTime("last Tuesday")).toBe("last Tuesday");
});
