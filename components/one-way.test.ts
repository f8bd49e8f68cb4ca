import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Shared parts of screens exist once, and screens must use them.

const root = new URL("../", import.meta.url);
const files = ["app", "components", "lib"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);
const screens = files.filter((file) => !file.startsWith("lib/"));

/** Files that match a pattern, except those that may. */
function holding(pattern: RegExp, among: string[], ...mayHold: string[]): string[] {
  const found = among.filter((file) => pattern.test(readFileSync(new URL(file, root), "utf8")));
  return found.filter((file) => !mayHold.includes(file));
}

test("a day is chosen in one kind of field", () => {
  // While a year is being typed it is not a valid year, so only these fields may contain date inputs.
  expect(holding(/type="date/, files, "components/ui/date-input.tsx", "components/period-bar.tsx")).toEqual([]);
});

test("numbers, money, dates and lists are written by lib/format.ts alone", () => {
  const locale = /\.toLocale\w*String\(|new Intl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat|ListFormat)\(/;
  // Only this input parses numbers in the person's notation.
  expect(holding(locale, screens, "components/ui/decimal-input.tsx")).toEqual([]);
});

test("sentences follow each other as their language has it", () => {
  expect(holding(/\b(problems?|messages|sentences|details\.map\(.*\))\.join\(" "\)/, screens)).toEqual([]);
});

test("a failure is told in the same words everywhere", () => {
  expect(holding(/toast\.error\((cause|error|reason|\(\w+ as Error\))/, screens)).toEqual([]);
  // Only the shared component shows errors, with their reason and a way to continue.
  const framed = [
    "app/error.tsx",
    "app/[store]/[mode]/error.tsx",
    "components/query-error.tsx",
    "app/components/feedback.tsx",
  ];
  expect(holding(/<ErrorState\b/, screens, "components/ui/data-table.tsx", ...framed)).toEqual([]);
});

test("tables and dialogs are those of the design system", () => {
  const own = /components\/ui\//;
  const others = screens.filter((file) => !own.test(file));
  expect(holding(/<dialog\b/, others)).toEqual([]);
  expect(holding(/\balert\(|\bconfirm\(|window\.prompt\(/, others)).toEqual([]);
});
