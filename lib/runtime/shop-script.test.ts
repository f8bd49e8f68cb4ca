import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildShopScript } from "./shop-script.ts";

const folder = mkdtempSync(join(tmpdir(), "cartwright-sdk-"));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

beforeAll(() => buildShopScript(folder));
afterAll(() => rmSync(folder, { recursive: true }));

test("the script that every page of a shop loads has at most 8 KB", () => {
  expect(gzipSync(read("cartwright.js"), { level: 9 }).length).toBeLessThanOrEqual(8 * 1024);
});

test("the script needs nothing that a strict content policy forbids", () => {
  expect(read("cartwright.js")).not.toMatch(
    /\beval\b|new Function|innerHTML|insertAdjacent|\.cssText|\.style\b|import\(/,
  );
});

test("the module has types, and neither needs another file", () => {
  expect(read("cartwright.mjs")).toMatch(/export\{\w+ as createShop\}/);
  expect(read("cartwright.mjs")).not.toMatch(/\bimport\b/);
  expect(read("cartwright.d.ts")).toContain("export declare function createShop(options: Options): Shop;");
  expect(read("cartwright.d.ts")).not.toMatch(/^import/m);
});
