import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { keptBy, plantIn } from "../browser-storage.ts";
import { type Answer, ownerOf, projectDir } from "../processes.ts";
import { type Behaviour, json, Recorder, raw } from "../upstream/recorder.ts";
import {
  answering,
  app,
  canary,
  connect,
  data,
  defendsFort,
  draft,
  isError,
  key,
  owner,
  store,
  upsells,
  upstream,
} from "./fort.ts";

defendsFort();

test.describe("a key", () => {
  test("P4: is not sent to the target of a redirect", async () => {
    const other = await Recorder.start();
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        await answering(json({}, status, { location: `${other.url}/upsells` }));
        const started = Date.now();
        isError(await owner.call("GET", upsells), 502, "bad_gateway");
        isError(await owner.call("POST", upsells, { body: draft }), 502, "bad_gateway");
        expect(Date.now() - started).toBeLessThan(1_000);
        await answering(json({}, status, { location: "/shop/v1/settings" }));
        isError(await owner.call("GET", upsells), 502, "bad_gateway");
        expect(upstream.take()).toHaveLength(1);
      }
      expect(other.take()).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  test("P13: of the other mode is refused before anything is sent, and not shown in the error", async () => {
    const wrong = { live: `test_${canary}_wrong`, sandbox: `live_${canary}_wrong` };
    for (const mode of ["live", "sandbox"] as const) {
      const path = `/api/${store}/${mode}/desk/connections/checkout`;
      const answer = await owner.call("PUT", path, { body: { key: wrong[mode] } });
      isError(answer, 400, "invalid_request");
      expect(answer.text).not.toContain(canary);
      const words = ["connect", "--store", store, "--mode", mode, "--api", "checkout", "--key-stdin"];
      const said = await app.admin(words, wrong[mode]).catch(String);
      expect(said).toContain("ended with 1");
      expect(said).not.toContain(canary);
    }
    await owner.call("GET", upsells);
    expect(upstream.take().map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
  });
});

test("P9: a key appears in no response, page, file, log or table of the database", async () => {
  const words = ["connect", "--store", store, "--mode", "sandbox", "--api", "checkout", "--key-stdin"];
  const said = [await app.admin(words, `test_${canary}_by_command`)];
  await connect();
  const read = async (answer: Promise<Answer>) => said.push(JSON.stringify(await answer));
  // The API returns the key in every field and header it can.
  await answering(({ headers }, response) => {
    const sent = String(headers.authorization);
    const status = Number(/page=(\d{3})/.exec(response.req.url ?? "")?.[1] ?? 200);
    const body = {
      error: { code: sent, message: sent, details: [{ field: sent, message: sent }] },
      data: [{ id: "1", name: sent, [sent]: sent }],
    };
    json(body, status, { "x-ratelimit-limit": sent, "x-ratelimit-reset": sent })({} as never, response);
  });
  for (const mode of ["live", "sandbox"]) {
    for (const status of [200, 400, 401, 403, 404, 409, 422, 500, 503]) {
      await read(owner.call("GET", `/api/${store}/${mode}/checkout/upsells?page=${status}`));
    }
    await read(owner.call("POST", `/api/${store}/${mode}/checkout/upsells`, { body: draft }));
    await read(owner.call("GET", `/api/${store}/${mode}/desk/connections`));
    await read(owner.call("GET", `/api/${store}/${mode}/desk/budget`));
    await read(owner.call("POST", `/api/${store}/${mode}/desk/connections/checkout/check`));
    for (const path of ["", "/upsells", "/upsells/1", "/upsells/new", "/settings"]) {
      await read(owner.call("GET", `/${store}/${mode}${path}`));
      await read(data(`/${store}/${mode}${path}`, { rsc: "1", cookie: owner.cookie }));
    }
  }
  // Cartwright tries the key in each header, with an API that accepts one of them and one that accepts none.
  for (const accepts of ["x-api-key", "none"]) {
    await answering(({ headers }, response) => {
      const sent = String(headers["x-api-key"] ?? headers.authorization);
      const known = headers["x-api-key"] !== undefined && accepts === "x-api-key";
      json({ error: { code: sent, message: sent }, data: [{ id: sent }] }, known ? 200 : 401)({} as never, response);
    });
    const body = { key: `live_${canary}_${accepts}` };
    await read(owner.call("POST", `/api/${store}/live/desk/connections/checkout/probe`, { body }));
    await read(owner.call("PUT", `/api/${store}/live/desk/connections/checkout`, { body }));
    await read(owner.call("POST", `/api/${store}/live/desk/connections/checkout/check`));
    await read(owner.call("GET", `/api/${store}/live/desk/connections`));
    said.push(await app.admin(words, `test_${canary}_${accepts}`).catch(String));
    expect(new Set(upstream.take().map(({ headers }) => headers["x-api-key"] !== undefined)).size).toBe(2);
  }
  expect(said.join()).toContain("The key is sent as X-API-Key");
  for (const behaviour of [
    raw("<html>"),
    (_: unknown, r: { socket: { destroy(): void } | null }) => r.socket?.destroy(),
  ] as Behaviour[]) {
    await answering(behaviour);
    await read(owner.call("GET", upsells));
  }
  said.push(await app.admin(["keys", "list", "--json"]));
  expect(said.length).toBeGreaterThan(40);
  expect(said.filter((text) => text.includes(canary))).toEqual([]);

  expect(app.log().includes(canary), "in the log").toBe(false);
  expect((await dump(app.databaseUrl())).includes(canary), "in the database").toBe(false);
  for (const folder of [app.dataDir, app.databaseDir(), join(projectDir, ".next", "static")]) {
    expect(filesWith(folder, canary), folder).toEqual([]);
  }
  // The files for browsers have no secrets of the server, either.
  for (const word of ["CARTWRIGHT_SECRET", "aes-256-gcm", "setup-token", "DATABASE_URL"]) {
    expect(filesWith(join(projectDir, ".next", "static"), word), word).toEqual([]);
  }
});

test("P9: no browser keeps a key after it was entered and all screens were opened", { tag: "@long" }, async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  const cookies = owner.cookie.split("; ").map((cookie) => cookie.split(/=(.*)/s));
  await context.addCookies(cookies.map(([name = "", value = ""]) => ({ name, value, url: app.origin })));
  const tell = (text: string) => (text.includes(canary) ? [text.slice(0, 2_000)] : []);

  const typed = `live_${canary}_typed`;
  await page.goto(`/${store}/live/settings`);
  await page.getByRole("button", { name: "Replace key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(typed);
  // The key is in the field until it is stored, which proves that the search finds it.
  expect(tell(await keptBy(page))).toHaveLength(1);
  await dialog.getByRole("button", { name: "Check key" }).click();
  await dialog.getByRole("button", { name: "Store key" }).click();
  await expect(dialog).toHaveCount(0);
  expect(tell(await keptBy(page))).toEqual([]);

  upstream.take();
  await answering(({ headers }, response) => {
    const sent = String(headers.authorization);
    json({ data: [{ id: "1", name: sent }], error: { code: sent, message: sent } })({} as never, response);
  });
  const seen = new Set<string>();
  const next = [`/${store}/live`, `/${store}/live/settings`, `/${store}/live/upsells/new`, `/${store}/sandbox`];
  for (let path = next.shift(); path !== undefined; path = next.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    await page.goto(path);
    await expect(page.locator("main h1").first()).toBeVisible();
    expect(tell(await keptBy(page)), path).toEqual([]);
    const links = await page
      .locator("nav a[href], main a[href]")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    // The sandbox has the same screens.
    next.push(...links.filter((link) => link.startsWith(`/${store}/live`)));
  }
  expect(seen.size, [...seen].join(" ")).toBeGreaterThan(30);
  expect(upstream.take().some(({ headers }) => headers.authorization === `Bearer ${typed}`)).toBe(true);

  const words = ["in-local", "in-session", "in-cookie", "in-row", "in-cache"] as const;
  await plantIn(page, words);
  const found = await keptBy(page);
  expect(words.filter((word) => !found.includes(word))).toEqual([]);
  await context.close();
});

async function dump(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const tables = await client.query(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    expect(tables.rows.length).toBeGreaterThan(10);
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select t.* from ${name} t`);
      for (const value of rows.flatMap((row) => Object.values(row))) {
        texts.push(Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value));
      }
    }
    expect(texts.join("\n")).toContain(ownerOf(store));
    return texts.join("\n");
  } finally {
    await client.end();
  }
}

function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      try {
        return readFileSync(path).includes(word);
      } catch {
        // The database removed one of its files in the meantime.
        return false;
      }
    });
}

test("P4: a key is sent only to the address it was stored for", async () => {
  const other = await Recorder.start();
  try {
    await app.restart({ CHECKOUT_API_URL: other.url });
    // Until then, background work may have used the key.
    upstream.take();
    const session = await app.signIn(ownerOf(store));
    isError(await session.call("GET", upsells), 409, "connection_missing");
    const list = await session.call("GET", `/api/${store}/live/desk/connections`);
    expect(list.body.data[0]).toMatchObject({ api: "checkout", base_url: other.url, key: null });
    const client = new pg.Client(app.databaseUrl());
    await client.connect();
    const { rows } = await client.query(
      "select 1 from desk.connection where store_id = $1 and api = 'checkout' and mode = 'live'",
      [store],
    );
    await client.end();
    expect(rows).toEqual([]);
    // The key does not come back when the address does.
    await app.restart({ CHECKOUT_API_URL: upstream.url });
    isError(await session.call("GET", upsells), 409, "connection_missing");
    expect([...other.take(), ...upstream.take()]).toEqual([]);
    await connect(session);
    expect((await session.call("GET", upsells)).status).toBe(200);
  } finally {
    await other.stop();
  }
});
