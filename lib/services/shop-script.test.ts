import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../testing/services.ts";
import { ShopScripts, shopScriptRoutes } from "./shop-script.ts";

const folders: string[] = [];
let services: TestServices;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => {
  await services.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A process that was started with this build. */
function processWith(script: string, choice?: string) {
  const folder = mkdtempSync(join(tmpdir(), "cartwright-sdk-"));
  folders.push(folder);
  writeFileSync(join(folder, "cartwright.js"), script);
  if (choice) writeFileSync(join(folder, "choice.js"), choice);
  writeFileSync(join(folder, "cartwright.d.ts"), "export type Shop = {};");
  const scripts = new ShopScripts(services.db, folder);
  return { tag: () => scripts.tag(), get: shopScriptRoutes(scripts).request };
}

const integrityOf = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;

test("a tag has the address and the hash of the script, which any page may load and cache for good", async () => {
  const { tag, get } = processWith("first()");
  const { file = "", integrity } = (await tag()) ?? {};
  const answer = await get(`/${file}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  expect(integrityOf(await answer.text())).toBe(integrity);
});

test("a page with an old tag still gets its script after an upgrade, from every process", async () => {
  const before = await processWith("second()").tag();
  const upgraded = processWith("third()");
  expect((await upgraded.tag())?.file).not.toBe(before?.file);
  const answer = await upgraded.get(`/${before?.file}`);
  expect(integrityOf(await answer.text())).toBe(before?.integrity);
  const old = processWith("second()");
  expect(await (await old.get(`/${(await upgraded.tag())?.file}`)).text()).toBe("third()");
});

test("a page that loaded the script before an upgrade still gets the file that belongs to it", async () => {
  await processWith("fifth()", "choose(5)").get("/cartwright.js");
  const digest = createHash("sha384").update("choose(5)").digest("hex").slice(0, 20);
  const answer = await processWith("sixth()", "choose(6)").get(`/choice-${digest}.js`);
  expect(await answer.text()).toBe("choose(5)");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test("the address without a version has the newest script, which browsers ask for again", async () => {
  const { get } = processWith("x".repeat(3_000));
  const answer = await get("/cartwright.js");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300, must-revalidate");
  expect(await answer.text()).toBe("x".repeat(3_000));
  const again = { headers: { "if-none-match": answer.headers.get("etag") ?? "" } };
  expect((await get("/cartwright.js", again)).status).toBe(304);
  expect((await get("/cartwright.d.ts")).headers.get("content-type")).toBe("text/plain; charset=utf-8");
});

test.each(["/cartwright-00000000000000000000.js", "/cartwright-0.js", "/shop.mjs", "/secret", "/toString"])(
  "%s is not found",
  async (path) => {
    expect((await processWith("fourth()").get(path)).status).toBe(404);
  },
);
