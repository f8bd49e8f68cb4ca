import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// What the screens share exists once: whoever needs it takes it from there.

const root = new URL("../", import.meta.url);
const files = ["app", "components", "lib"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);
const screens = files.filter((file) => !file.startsWith("lib/"));

/** The files that hold something, but for those that may. */
function holding(pattern: RegExp, among: string[], ...mayHold: string[]): string[] {
  const found = among.filter((file) => pattern.test(readFileSync(new URL(file, root), "utf8")));
  return found.filter((file) => !mayHold.includes(file));
}

test("a day is chosen in one kind of field", () => {
  // A year that is being typed is no year yet: the period has fields that wait for it.
  expect(holding(/type="date/, files, "components/ui/date-input.tsx", "components/period-bar.tsx")).toEqual([]);
});

test("numbers, money, dates and lists are written by lib/format.ts alone", () => {
  const locale = /\.toLocale\w*String\(|new Intl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat|ListFormat)\(/;
  // It reads what a person types as their language writes it.
  expect(holding(locale, screens, "components/ui/decimal-input.tsx")).toEqual([]);
});

test("sentences follow each other as their language has it", () => {
  expect(holding(/\b(problems?|messages|sentences|details\.map\(.*\))\.join\(" "\)/, screens)).toEqual([]);
});

test("a failure is told in the same words everywhere", () => {
  expect(holding(/toast\.error\((cause|error|reason|\(\w+ as Error\))/, screens)).toEqual([]);
  // With its reason and its way on, as the one component says it.
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
