import { createHash } from "node:crypto";
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

test("the script names the file for mixes and boxes by its hash, and contains none of it", () => {
  const body = read("choice.js");
  const hash = createHash("sha384").update(body).digest();
  for (const name of ["cartwright.js", "cartwright.mjs"]) {
    expect(read(name)).toContain(`choice-${hash.toString("hex").slice(0, 20)}.js`);
    expect(read(name)).toContain(`sha384-${hash.toString("base64")}`);
    expect(read(name)).not.toContain("BIF CLP");
  }
});

test.each(["cartwright.js", "choice.js"])("%s needs nothing that a strict content policy forbids", (name) => {
  expect(read(name)).not.toMatch(/\beval\b|new Function|innerHTML|insertAdjacent|\.cssText|\.style\b|import\(/);
});

test("the module has types, and neither needs another file", () => {
  expect(read("cartwright.mjs")).toMatch(/export\{\w+ as createShop\}/);
  expect(read("cartwright.mjs")).not.toMatch(/\bimport\b/);
  expect(read("cartwright.d.ts")).toContain("export declare function createShop(options: Options): Shop;");
  expect(read("cartwright.d.ts")).not.toMatch(/^import/m);
});
