import { expect, test } from "@playwright/test";
import pg from "pg";
import { type Answer, App, cookiesOf, ownerOf, password, type Session } from "../processes.ts";
import { json } from "../upstream/recorder.ts";
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

test("P7: a write from another origin is refused at every address, and reaches no service", async () => {
  const evil: [string, Record<string, string | undefined>][] = [
    ["no origin", { origin: undefined }],
    ["another site", { origin: "https://evil.test" }],
    ["another port", { origin: "http://127.0.0.1:1" }],
    ["a sandboxed frame", { origin: "null" }],
    ["another site that forwards its name", { origin: "http://evil.test", "x-forwarded-host": "evil.test" }],
    ["another site by its own mark", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
    ["a form's plain text", { "content-type": "text/plain" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
  ];
  const writes: [string, string, object][] = [
    ["POST", upsells, draft],
    ["PUT", `${upsells}/a`, { name: "x" }],
    ["PUT", `/api/${store}/live/desk/connections/checkout`, { key: "live_evil_key_of_somebody" }],
    ["POST", `/api/${store}/live/desk/connections/checkout/check`, {}],
    ["POST", "/api/auth/sign-out", {}],
    ["POST", "/api/auth/sign-in/email", { email: ownerOf(store), password }],
    ["POST", "/api/setup", { token: app.setUpToken }],
  ];
  for (const [what, headers] of evil) {
    for (const [method, path, body] of writes) {
      const answer = await owner.call(method, path, { body: JSON.stringify(body), headers });
      expect(answer.status, `${what}: ${method} ${path} ${answer.text}`).toBe(403);
      expect(answer.body.error.code).toBe("foreign_origin");
    }
    if (!("content-type" in headers)) {
      isError(await owner.call("DELETE", `${upsells}/a`, { headers }), 403, "foreign_origin");
    }
  }
  expect(upstream.take()).toEqual([]);
  expect((await owner.call("GET", upsells)).status).toBe(200);
  expect(upstream.take()[0]?.headers.authorization).toBe(`Bearer ${key}`);
});

test("P8: simultaneous reads by two people in two stores and two modes never return each other's data", async () => {
  const neighbour = await app.signIn(ownerOf("village"));
  const places: { session: Session; stranger: Session; path: string; key: string }[] = [];
  for (const [session, stranger, name] of [
    [owner, neighbour, store],
    [neighbour, owner, "village"],
  ] as const) {
    for (const mode of ["live", "sandbox"]) {
      const key = await connect(session, name, mode);
      places.push({ session, stranger, key, path: `/api/${name}/${mode}/checkout/upsells` });
    }
  }
  await answering(async ({ headers, path }, response) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    const name = String(headers.authorization).slice("Bearer ".length).split("").reverse().join("");
    json({ data: [{ id: "1", name, path }] })({} as never, response);
  });
  const reads = async (n: number) => {
    const { session, stranger, key, path } = places[n % 4] as (typeof places)[number];
    const answer = await session.call("GET", `${path}?page=${n % 3}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data[0].name).toBe(key.split("").reverse().join(""));
    if (n % 5 === 0) expect((await stranger.call("GET", path)).status).toBe(404);
  };
  // More at once would reach the limit of 20 calls a second for each key where a busy machine shares none of them.
  for (let wave = 0; wave < 4; wave++) await Promise.all(Array.from({ length: 60 }, (_, n) => reads(wave * 60 + n)));
  // Identical simultaneous reads share a call: fewer than requested, and at least one for each key and page.
  const sent = upstream.take();
  expect(new Set(sent.map(({ headers, path }) => `${headers.authorization} ${path}`)).size).toBe(12);
  expect(sent.length).toBeLessThan(240);
});

test("P6: without a session, or with one of another store, no variant of a page reveals anything", async () => {
  await answering(json({ data: [{ id: "u1", name: "Secret offer", status: "active" }] }));
  const ofPeople = ["/settings/people", "/activity"];
  const pages = ["", "/upsells", "/upsells/u1", "/upsells/new", "/settings", "/nothing", ...ofPeople].map(
    (path) => `/${store}/live${path}`,
  );
  const variants: [string, Record<string, string>, (path: string) => string][] = [
    ["as a page", {}, (path) => path],
    ["as data", { rsc: "1" }, (path) => path],
    ["as data, by its name", {}, (path) => `${path}.rsc`],
    ["prefetched", { rsc: "1", "next-router-prefetch": "1" }, (path) => path],
    [
      "prefetched in parts",
      { rsc: "1", "next-router-prefetch": "2", "next-router-segment-prefetch": "/_tree" },
      (path) => path,
    ],
    [
      "with a layout it says to have",
      {
        rsc: "1",
        "next-router-state-tree": encodeURIComponent(
          JSON.stringify([
            "",
            {
              children: [
                ["store", store, "d"],
                { children: [["mode", "live", "d"], { children: ["upsells", { children: ["__PAGE__", {}] }] }] },
              ],
            },
            null,
            null,
            true,
          ]),
        ),
      },
      (path) => path,
    ],
    ["as old data", { "x-nextjs-data": "1" }, (path) => `/_next/data/x${path}.json`],
    ["past a middleware", { "x-middleware-subrequest": "middleware:middleware:middleware" }, (path) => path],
    ["as a redirect target", { "x-invoke-path": "/", "x-matched-path": "/" }, (path) => path],
  ];
  const stranger = await app.signIn(ownerOf("village"));
  const forged = owner.cookie.replace(/session_token=[^;]+/, "$&x");
  expect(forged).not.toBe(owner.cookie);
  const secrets = new RegExp(`Secret offer|${ownerOf(store)}|${canary}|live_…`);
  for (const path of pages) {
    for (const [what, headers, address] of variants) {
      for (const cookie of [undefined, stranger.cookie, "cartwright.session_token=made.up", forged]) {
        const answer = await data(address(path), { ...headers, cookie });
        expect(secrets.exec(answer.text), `${what} ${path}`).toBeNull();
      }
    }
    const action = await app.call("POST", path, { headers: { "next-action": "x".repeat(40) }, body: "[]" });
    expect(action.text).not.toMatch(secrets);
  }
  expect(upstream.take()).toEqual([]);
  // The owner's pages have the secret, so the search above looks for the right words.
  expect((await owner.call("GET", `/${store}/live/upsells`)).text).toContain("Secret offer");
  const whole = await data(`/${store}/live/upsells`, { rsc: "1", cookie: owner.cookie });
  expect(whole.headers["content-type"]).toContain("text/x-component");
  expect(whole.text).toContain("Secret offer");
});

test.describe("P14: set-up and sign-in", () => {
  let fresh: App;
  const person = { name: "Ada", email: "ada@first.test", password };
  const first = { name: "First", currency: "EUR", time_zone: "UTC" };

  test.beforeAll(async () => {
    fresh = await App.start();
  });
  test.afterAll(() => fresh?.remove());

  const setUp = (token: unknown, headers: Record<string, string> = {}, owner: object = person) =>
    fresh.call("POST", "/api/setup", {
      body: { token, owner, store: first },
      headers: { origin: fresh.origin, ...headers },
    });
  const signIn = (email: unknown, secret: unknown, headers: Record<string, string> = {}) =>
    fresh.call("POST", "/api/auth/sign-in/email", {
      body: { email, password: secret },
      headers: { origin: fresh.origin, ...headers },
    });

  test("the first owner needs the token, two requests at once make one owner, and forged addresses do not reset the count of guesses", async () => {
    isError(await setUp(""), 400, "invalid_request");
    isError(await setUp("x".repeat(32)), 403, "setup_token_invalid");
    isError(await setUp(app.setUpToken), 403, "setup_token_invalid");
    const both = await Promise.all([
      setUp(fresh.setUpToken),
      setUp(fresh.setUpToken, {}, { ...person, email: "b@first.test" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    isError(both.find(({ status }) => status === 409) as Answer, 409, "already_set_up");
    isError(await setUp(fresh.setUpToken, {}, { ...person, email: "c@first.test" }), 409, "already_set_up");
    const client = new pg.Client(fresh.databaseUrl());
    await client.connect();
    const counts = await client.query(
      "select (select count(*)::int from desk.user) u, (select count(*)::int from desk.store) s, (select count(*)::int from desk.member where role = 'owner') m",
    );
    await client.end();
    expect(counts.rows).toEqual([{ u: 1, s: 1, m: 1 }]);
    // Those were six attempts, and the tenth is the last one allowed.
    for (let n = 7; n <= 10; n++) {
      expect((await setUp("x", { "x-forwarded-for": `198.51.100.${n}` })).status).toBe(403);
    }
    const spoofed = {
      "x-forwarded-for": "203.0.113.77",
      "x-real-ip": "203.0.113.77",
      "x-client-address": "203.0.113.77",
      forwarded: "for=203.0.113.77",
    };
    const refused = await setUp("x", spoofed);
    isError(refused, 429, "too_many_attempts");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    isError(await setUp(fresh.setUpToken, spoofed), 429, "too_many_attempts");
  });

  test("a session begins at sign-in, is hidden from scripts, and ends at sign-out", async () => {
    const email = await ownerEmail();
    const planted = "cartwright.session_token=planted.by-somebody-else";
    const one = await signIn(email, password, { cookie: planted });
    expect(one.status).toBe(200);
    const [first = ""] = cookiesOf(one);
    const two = await signIn(email, password, { cookie: first });
    const [second = ""] = cookiesOf(two);
    expect(new Set([planted, first, second]).size).toBe(3);
    for (const cookie of [...(one.headers["set-cookie"] ?? []), ...(two.headers["set-cookie"] ?? [])]) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
      expect(cookie).not.toMatch(/; Domain/i);
    }
    const page = (cookie: string) => fresh.call("GET", "/api/first/live/desk/connections", { headers: { cookie } });
    expect((await page(second)).status).toBe(200);
    for (const made of [planted, `${second}x`, second.replace(/\.[^.]*$/, ""), second.slice(0, -8)]) {
      expect((await page(made)).status, made).toBe(401);
    }
    await fresh.call("POST", "/api/auth/sign-out", { headers: { cookie: second, origin: fresh.origin } });
    expect((await page(second)).status).toBe(401);
  });

  test("a wrong password and an unknown email look alike, and forged addresses do not reset the count of guesses", async () => {
    const email = await ownerEmail();
    const wrong = await signIn(email, "not the password");
    const unknown = await signIn("nobody@first.test", "not the password");
    expect(wrong.status).toBe(401);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    for (const odd of [{}, [], 1, null, { toString: 1 }]) isError(await signIn(odd, password), 400, "invalid_request");
    for (let n = 3; n <= 10; n++) {
      const answer = await signIn(`nobody${n}@first.test`, "guess", { "x-forwarded-for": `198.51.100.${n}` });
      expect(answer.status, `guess ${n}`).toBe(401);
    }
    const refused = await signIn(email, password, {
      "x-forwarded-for": "203.0.113.5",
      "x-client-address": "203.0.113.5",
    });
    isError(refused, 429, "too_many_attempts");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(10);
    expect(refused.headers["set-cookie"]).toBeUndefined();
  });

  test("behind the operator's proxy, guesses are counted by the address that the proxy saw, and cookies and headers suit TLS", async () => {
    await fresh.restart({ TRUST_PROXY: "1", CARTWRIGHT_ORIGIN: "https://desk.test" });
    const email = await ownerEmail();
    const behind = { origin: "https://desk.test", host: "desk.test" };
    const said = (forwarded: string) =>
      signIn("nobody@elsewhere.test", "x", { ...behind, "x-forwarded-for": forwarded });
    isError(await said("203.0.113.6, 127.0.0.1"), 429, "too_many_attempts");
    expect((await said("127.0.0.1, 203.0.113.7")).status).toBe(401);
    const answer = await signIn(email, password, { ...behind, "x-forwarded-for": "203.0.113.8" });
    expect(answer.status).toBe(200);
    for (const cookie of answer.headers["set-cookie"] ?? []) expect(cookie).toMatch(/^__Secure-.*; Secure/);
    const page = await fresh.call("GET", "/sign-in", { headers: { host: "desk.test" } });
    expect(page.headers["strict-transport-security"]).toContain("max-age=31536000");
    expect(page.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  });

  async function ownerEmail(): Promise<string> {
    const client = new pg.Client(fresh.databaseUrl());
    await client.connect();
    const { rows } = await client.query("select email from desk.user");
    await client.end();
    return rows[0].email;
  }
});
