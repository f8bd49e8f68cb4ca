import { expect, test } from "vitest";
import { createFormat } from "./format.ts";

const berlin = createFormat({ locale: "en", currency: "EUR", timeZone: "Europe/Berlin" });

test("a percentage is the number that people enter, not a ratio", () => {
  expect([berlin.percent(15), berlin.percent(12.5)]).toEqual(["15%", "12.5%"]);
});

test("a ratio, a relative change and a change in points look different", () => {
  expect([berlin.ratio(0.1534), berlin.change(0.1234), berlin.change(-0.5), berlin.change(0)]).toEqual([
    "15.3%",
    "+12.3%",
    "−50%",
    "0%",
  ]);
  expect([berlin.points(0.0123), berlin.points(-0.2)]).toEqual(["+1.2", "−20.0"]);
  expect([berlin.changeInColumn(0.29), berlin.changeInColumn(0)]).toEqual(["+29.0%", "0.0%"]);
});

test("a rough amount has no decimals from a thousand, and a change of money has its sign", () => {
  expect([berlin.roughMoney(999.5), berlin.roughMoney(355644.03), berlin.roughMoney(-1000.4)]).toEqual([
    "€999.50",
    "€355,644",
    "−€1,000",
  ]);
  expect([berlin.moneyChange(5), berlin.moneyChange(-5.5), berlin.moneyChange(0)]).toEqual([
    "+€5.00",
    "−€5.50",
    "€0.00",
  ]);
});

test("weekdays and hours have the names of the language in every time zone", () => {
  const honolulu = createFormat({ locale: "en", currency: "USD", timeZone: "Pacific/Honolulu" });
  expect([0, 6].map(honolulu.dayName)).toEqual(["Monday", "Sunday"]);
  expect([0, 6].map(honolulu.shortDayName)).toEqual(["Mon", "Sun"]);
  expect([0, 13].map((hour) => honolulu.hour(hour).replace(/\s/, " "))).toEqual(["12 AM", "1 PM"]);
  const german = createFormat({ locale: "de", currency: "EUR", timeZone: "Europe/Berlin" });
  expect([german.dayName(2), german.shortDayName(2), german.hour(9)]).toEqual(["Mittwoch", "Mi", "09 Uhr"]);
  const japanese = createFormat({ locale: "ja", currency: "JPY", timeZone: "Asia/Tokyo" });
  expect([japanese.dayName(2), japanese.shortDayName(2), japanese.hour(9)]).toEqual(["水曜日", "水", "9時"]);
});

test("a calendar day is the same in every time zone", () => {
  const honolulu = createFormat({ locale: "en", currency: "USD", timeZone: "Pacific/Honolulu" });
  expect(honolulu.day("2026-11-01")).toBe("Nov 1, 2026");
  expect(honolulu.days("2026-10-24", "2026-11-20")).toBe("Oct 24 – Nov 20, 2026");
  expect(honolulu.days("2026-11-01", "2026-11-01")).toBe("Nov 1, 2026");
});

test("money has the decimals of its currency", () => {
  expect([berlin.money(5.5), berlin.money(500, "JPY"), berlin.money(1.005, "KWD")]).toEqual([
    "€5.50",
    "¥500",
    "KWD\u00a01.005",
  ]);
});

test("the date of a time is the store's day", () => {
  expect(berlin.date("2026-03-31T22:30:00.000Z")).toBe("Apr 1, 2026");
});

test.each([
  ["2026-03-31T11:59:54Z", "less than a minute ago", "vor weniger als einer Minute", "1分以内"],
  ["2026-03-31T11:59:00Z", "1 minute ago", "vor 1 Minute", "1分前"],
  ["2026-03-31T11:56:01Z", "3 minutes ago", "vor 3 Minuten", "3分前"],
  ["2026-03-31T09:00:00Z", "3 hours ago", "vor 3 Stunden", "3時間前"],
  ["2026-03-29T13:00:00Z", "1 day ago", "vor 1 Tag", "1日前"],
  // A time in the future, from a clock that is fast, counts as the present moment.
  ["2026-03-31T12:05:00Z", "less than a minute ago", "vor weniger als einer Minute", "1分以内"],
])("the time since %s is shown in whole units of each language", (at, ...words) => {
  const said = ["en", "de", "ja"].map((locale) =>
    createFormat({ locale, currency: "EUR", timeZone: "Europe/Berlin" }).ago(at, "2026-03-31T12:00:00Z"),
  );
  expect(said).toEqual(words);
});

test("an unreadable time is shown unchanged", () => {
  expect(berlin.dateTime("last Tuesday")).toBe("last Tuesday");
});

/** Makes non-breaking spaces comparable with plain ones. */
const plain = (text: string) => text.replace(/\s/g, " ");

test("each language writes numbers, money, days and lists in its own way", () => {
  const said = (locale: string) => {
    const format = createFormat({ locale, currency: "EUR", timeZone: "Europe/Berlin" });
    return [
      format.number(1234567.5),
      format.money(-1234.5),
      format.money(1234, "JPY"),
      format.percent(12.5),
      format.shortMoney(1_250_000),
      format.date("2026-03-31T22:30:00.000Z"),
      format.days("2026-10-24", "2026-11-20"),
      format.list(["A", "B", "C"]),
      format.choice(["A", "B"]),
      format.row(["A", "B"]),
      format.country("DE"),
    ].map(plain);
  };
  expect(said("de")).toEqual([
    "1.234.567,5",
    "−1.234,50 €",
    "1.234 ¥",
    "12,5 %",
    "1,3 Mio. €",
    "01.04.2026",
    "24.10. – 20.11.2026",
    "A, B und C",
    "A oder B",
    "A und B",
    "Deutschland",
  ]);
  expect(said("ja")).toEqual([
    "1,234,567.5",
    "−€1,234.50",
    "￥1,234",
    "12.5%",
    "€125万",
    "2026/04/01",
    "2026/10/24～2026/11/20",
    "A、B、C",
    "AまたはB",
    "A、B",
    "ドイツ",
  ]);
});

test("names are sorted in the order of the language", () => {
  const { compare } = createFormat({ locale: "de", currency: "EUR", timeZone: "UTC" });
  expect(["Zucker", "Filter 10", "Öl", "Filter 9"].toSorted(compare)).toEqual([
    "Filter 9",
    "Filter 10",
    "Öl",
    "Zucker",
  ]);
});
