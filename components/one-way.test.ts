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

function holding(pattern: RegExp, among: string[], ...mayHold: string[]): string[] {
  const found = among.filter((file) => pattern.test(readFileSync(new URL(file, root), "utf8")));
  return found.filter((file) => !mayHold.includes(file));
}

test("days are entered only in the shared date fields", () => {
  // A year that is being typed is not valid yet. Only these fields handle that, so only they may contain date inputs.
  expect(holding(/type="date/, files, "components/ui/input.tsx", "components/figures/period-bar.tsx")).toEqual([]);
});

test("only lib/format.ts formats numbers, money, dates and lists", () => {
  const locale = /\.toLocale\w*String\(|new Intl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat|ListFormat)\(/;
  // Only this input parses numbers in the person's notation.
  expect(holding(locale, screens, "components/ui/decimal-input.tsx")).toEqual([]);
});

test("sentences are joined by the rules of their language", () => {
  expect(holding(/\b(problems?|messages|sentences|details\.map\(.*\))\.join\(" "\)/, screens)).toEqual([]);
});

test("every screen describes a failure in the shared words", () => {
  expect(holding(/toast\.error\((cause|error|reason|\(\w+ as Error\))/, screens)).toEqual([]);
  // Only the shared component shows errors, with their reason and a way to continue.
  const framed = [
    "app/error.tsx",
    "components/page-error.tsx",
    "components/query-error.tsx",
    "app/components/feedback.tsx",
  ];
  expect(holding(/<ErrorState\b/, screens, "components/ui/data-table.tsx", ...framed)).toEqual([]);
});

test("screens use the tables and dialogs of the design system", () => {
  const own = /components\/ui\//;
  const others = screens.filter((file) => !own.test(file));
  expect(holding(/<dialog\b/, others)).toEqual([]);
  expect(holding(/\balert\(|\bconfirm\(|window\.prompt\(/, others)).toEqual([]);
});
