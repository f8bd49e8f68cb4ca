import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { periodKeys } from "@/components/figures/period-keys";
import { affiliate } from "@/lib/contract/affiliate";
import { checkout } from "@/lib/contract/checkout";
import { desk } from "@/lib/contract/desk";
import { addresses, beginnings, pages } from "./palette-pages";
import { journeys, reviewKeys, tableKeys } from "./palette-shortcuts";

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
  const navigation = readFileSync("components/shell/shell.tsx", "utf8");
  const listed = [...pages, ...beginnings].map(({ path }) => path.split("?")[0]);
  expect(own.length).toBeGreaterThan(25);
  expect(own.filter((path) => !listed.includes(path) && !navigation.includes(`item(\`\${base}${path}\``))).toEqual([]);
});

test("each palette entry requires an operation that exists", () => {
  const apis: Record<string, object> = { affiliate, checkout, desk };
  const asked = [...pages, ...beginnings, ...addresses].flatMap(({ may }) => (may ? [may] : []));
  const unknown = asked.filter(
    ([api, resource, name]) => !(apis[api] as Record<string, Record<string, unknown>>)[resource]?.[name],
  );
  expect(unknown).toEqual([]);
});

test("the list of shortcuts contains exactly the bound keys", () => {
  const code = ["app", "components"].flatMap(sources).map((file) => readFileSync(file, "utf8"));
  const bound = code.flatMap((text) => [...text.matchAll(/useShortcut\(\s*"([^"]+)"/g)].map(([, keys]) => keys));
  const entries = [...tableKeys, ...reviewKeys].map((entry) => ("by" in entry ? entry.by : entry.keys[0]));
  const listed = [...["mod+k", "?", "mod+s", "n", "escape"], ...journeys.map(([keys]) => keys), ...entries];
  expect([...new Set(bound)].sort()).toEqual([...new Set(listed)].sort());
  // The other keys are bound from the list itself.
  expect(
    code.filter((text) => /useShortcut\(\s*[^"\s]/.test(text.replace("function useShortcut(keys", ""))),
  ).toHaveLength(1);
  expect(new Set(periodKeys.map(([key]) => key)).size).toBe(periodKeys.length);
});
