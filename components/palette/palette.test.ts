import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { periodKeys } from "@/components/figures/period-keys";
import { screens } from "@/components/shell/screens";
import { affiliate } from "@/lib/contract/affiliate";
import { checkout } from "@/lib/contract/checkout";
import { desk } from "@/lib/contract/desk";
import { catalogueOf } from "@/lib/i18n/catalogues";
import { addresses, beginnings, pages, synonyms } from "./palette-pages";
import { reviewKeys, tableKeys } from "./palette-shortcuts";

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => join(folder, file));

test("each page is in the navigation or in the palette", () => {
  const root = "app/[store]/[mode]";
  const own = sources(root)
    .filter((file) => file.endsWith("/page.tsx"))
    .map((file) => file.slice(root.length, -"/page.tsx".length))
    .filter((path) => path !== "" && !path.includes("["));
  const listed = [...screens, ...pages, ...beginnings].map(({ path }) => path.split("?")[0]);
  expect(own.length).toBeGreaterThan(25);
  expect(own.filter((path) => !listed.includes(path))).toEqual([]);
});

test("each palette entry requires an operation that exists", () => {
  const apis: Record<string, object> = { affiliate, checkout, desk };
  const asked = [...screens, ...pages, ...beginnings, ...addresses].flatMap(({ may }) => (may ? [may] : []));
  const unknown = asked.filter(
    ([api, resource, name]) => !(apis[api] as Record<string, Record<string, unknown>>)[resource]?.[name],
  );
  expect(unknown).toEqual([]);
});

test("other words lead to pages that exist, in every language", async () => {
  const listed = [...screens, ...pages, ...beginnings].map(({ path }) => path);
  expect(Object.keys(synonyms).filter((path) => !listed.includes(path))).toEqual([]);
  const wanted = {
    en: ["tax", "VAT", "refund", "revenue last month", "coupon", "discount", "payout", "bank"],
    de: ["Steuer", "MwSt", "Erstattung", "Umsatz letzter Monat", "Gutschein", "Rabatt", "Bank"],
    ja: ["消費税", "返金", "売上 先月", "クーポン", "割引", "銀行"],
  };
  for (const locale of ["en", "de", "ja"] as const) {
    const { palette } = await catalogueOf(locale);
    const lists = Object.entries(palette.synonyms).map(([key, text]) => `${key} ${text}`.toLowerCase().split(" "));
    for (const words of wanted[locale]) {
      const parts = words.toLowerCase().split(" ");
      expect(
        lists.some((list) => parts.every((part) => list.some((word) => word.startsWith(part)))),
        words,
      ).toBe(true);
    }
  }
});

test("the list of shortcuts contains exactly the bound keys", () => {
  const code = ["app", "components"].flatMap(sources).map((file) => readFileSync(file, "utf8"));
  const bound = code.flatMap((text) => [...text.matchAll(/useShortcut\(\s*"([^"]+)"/g)].map(([, keys]) => keys));
  const entries = [...tableKeys, ...reviewKeys].map((entry) => ("by" in entry ? entry.by : entry.keys[0]));
  const listed = ["mod+k", "?", "mod+s", "n", "escape", ...entries];
  expect([...new Set(bound)].sort()).toEqual([...new Set(listed)].sort());
  // The keys of periods and screens are bound from their lists.
  expect(
    code.filter((text) => /useShortcut\(\s*[^"\s]/.test(text.replace("function useShortcut(keys", ""))),
  ).toHaveLength(2);
  const own = screens.flatMap(({ key }) => key ?? []);
  expect(new Set(own).size).toBe(own.length);
  expect(new Set(periodKeys.map(([key]) => key)).size).toBe(periodKeys.length);
});
