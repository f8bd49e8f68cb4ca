import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { keptBy, plantIn } from "./browser-storage.ts";
import { type Answer, App, cookiesOf, ownerOf, password, projectDir, type Session } from "./processes.ts";
import { type Behaviour, json, Recorder, raw } from "./upstream/recorder.ts";

// What an attacker tries, against the built product, with somebody else's API behind it that keeps a record.

const store = "fort";
const upsells = `/api/${store}/live/checkout/upsells`;
const draft = { name: "Care kit", product_id: "p1", discount: { type: "percentage", value: 10 } };
/** In every key of these tests, and nowhere else. */
const canary = "kanarienvogel";

let upstream: Recorder;
let app: App;
let owner: Session;
let keys = 0;

// One app and one recorder for all, whose behaviour each test sets.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  upstream = await Recorder.start();
  app = await App.start({
    CHECKOUT_API_URL: upstream.url,
    CHECKOUT_SANDBOX_API_URL: upstream.url,
    UPSTREAM_TIMEOUT_MS: "1500",
    LOG_LEVEL: "trace",
  });
  await app.setUp(store);
  await app.setUp("village");
  owner = await app.signIn(ownerOf(store));
});

test.afterAll(async () => {
  await app?.remove();
  await upstream?.stop();
});

/** A new key each time, because what one test has used of a key's limits would hold up the next. */
async function connect(session = owner, name = store, mode = "live"): Promise<string> {
  const key = `${mode === "live" ? "live" : "test"}_${canary}_${name}_${keys++}`;
  const answer = await session.call("PUT", `/api/${name}/${mode}/desk/connections/checkout`, {
    // Whatever the upstream was told to answer by the test before.
    body: { key, unproven: true },
  });
  expect(answer.status, answer.text).toBe(200);
  return key;
}

async function answering(behaviour: Behaviour): Promise<void> {
  upstream.behave = behaviour;
  upstream.take();
}

let key = "";
test.beforeEach(async () => {
  key = await connect();
  await answering(json({ data: [], pagination: { page: 1, per_page: 20, total: 0 } }));
});

const isError = (answer: Answer, status: number, code: string) => {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.error.code).toBe(code);
};

test.describe("P1: an address", () => {
  const spellings = [
    ..."..%2fsettings ..%2Fsettings %2e%2e%2fsettings %2e%2e/settings ../settings .. . %2e %2E%2e .%2e".split(" "),
    ..."%252e%252e%252fsettings %25252e x%252f..%252fsettings a%2500 ..%5csettings a%5cb ..\\settings".split(" "),
    ..."/ /a a//b //a a/../b a/./b a;b a%3bb ;a a%00 %00 a%0d%0aX-Injected:%201 a%0aa a%0d a%3fx=1 a%23x".split(" "),
    ..."a%2fb %2f %2fetc%2fpasswd http:%2f%2fevil.test %zz % %c0%ae%c0%ae %ff a%20b %20 a+b a%09b é".split(" "),
    ..."%e2%80%ae a..b .a a. :a a: ~ a@b a,b a'b %22 <b> a%26b a=b $a %7b".split(" "),
    "x".repeat(65),
    "x".repeat(5_000),
  ];

  for (const method of ["GET", "PUT", "DELETE"]) {
    test(`of a mangled id is refused for ${method}, and nothing is sent`, async () => {
      for (const id of spellings) {
        // Node's own client sends no such byte; nobody can.
        const path = encodeOutside(`${upsells}/${id}`);
        const answer = await owner.call(method, path, method === "PUT" ? { body: { name: "x" } } : {});
        expect([400, 404, 405, 308], `${id}: ${answer.text}`).toContain(answer.status);
        if (!/^[./]*$|^%20$/.test(id)) expect(answer.status, id).toBe(400);
        if (answer.status === 308) expect(answer.headers.location).toMatch(/^\/api\/fort\//);
      }
      expect(upstream.take()).toEqual([]);
    });
  }

  test("that goes round the front is refused too", async () => {
    const tail = "fort/live/checkout/upsells";
    const ways = [
      ...[`//api/${tail}`, `/\\api/${tail}`, `/./api/${tail}`, `/_next/../api/${tail}`, `/_next/%2e%2e/api/${tail}`],
      ...[`/x/..%2fapi/${tail}`, `/%61pi//${tail}`, `/%2561pi/${tail}`, `http://evil.test/api/${tail}`, `/API/${tail}`],
      ...[
        `/api/fort/live/desk/../checkout/upsells`,
        `/api/fort/sandbox/../live/checkout/upsells`,
        `/api/${tail}%3fpage=1`,
      ],
      ...["/api/fort/live/checkout//upsells", "/api/fort/live/checkout/upsells%2f..%2fsettings", "/api;x/fort/live"],
      ...["/api/fort%2flive/checkout/upsells", "/api/fort/live%2fcheckout/upsells", "/api/../../etc/passwd"],
    ];
    for (const path of ways) {
      const answer = await owner.call("GET", path);
      expect([400, 404], `${path}: ${answer.status}`).toContain(answer.status);
    }
    expect(upstream.take()).toEqual([]);
  });

  test("with an id that other platforms use arrives as it was meant", async () => {
    for (const id of ["ups_1", "gid:1.2", "a.b.c", "A-1", "x".repeat(64)]) await owner.call("GET", `${upsells}/${id}`);
    const paths = upstream.take().map(({ path }) => path.replace("/shop/v1/upsells/", ""));
    expect(paths.map(decodeURIComponent)).toEqual(["ups_1", "gid:1.2", "a.b.c", "A-1", "x".repeat(64)]);
  });

  test("takes along only declared parameters, each once", async () => {
    await owner.call("GET", `${upsells}?page=2&page=3&per_page=5&evil=1&api_key=x&page[]=1&__proto__=1&search=own`);
    expect(upstream.take().map(({ path }) => path)).toEqual(["/shop/v1/upsells?page=3&per_page=5"]);
  });

  test("on a page leads nowhere else", async () => {
    for (const path of [
      "//evil.test/%2e%2e",
      "//evil.test",
      "/\\evil.test",
      "/%5cevil.test",
      "/sign-in?next=//evil.test",
    ]) {
      const { status, headers } = await owner.call("GET", path);
      const location = headers.location ?? "";
      expect(new URL(location, app.origin).origin, `${path} ${status} ${location}`).toBe(app.origin);
      expect(location).not.toMatch(/^[/\\]{2}/);
    }
    for (const path of ["/%00/live", "/fort/live%00", "/%ff/live", "/fort%0d%0aSet-Cookie:x=1/live", "/fort/%2e%2e"]) {
      const { status, headers } = await owner.call("GET", path);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });
});

function encodeOutside(path: string): string {
  return path.replace(/[^\u0021-\u00ff]/g, encodeURIComponent);
}

test("P3: no header of the caller's reaches the API", async () => {
  const names = [
    ..."authorization x-api-key x-forwarded-for x-forwarded-host x-forwarded-proto forwarded via x-real-ip referer".split(
      " ",
    ),
    ..."x-middleware-subrequest x-middleware-rewrite x-invoke-path x-matched-path x-client-address user-agent".split(
      " ",
    ),
    ..."accept-language if-none-match range idempotency-key x-http-method-override te x-lane x-nonce origin-x".split(
      " ",
    ),
    ...["x-request-id", "traceparent", "tracestate", "baggage"],
  ];
  const headers = Object.fromEntries(names.map((name) => [name, "evil-header"]));
  const more = { ...headers, connection: "X-API-Key, Authorization, close", "x-lane": "bulk" };
  const read = await owner.call("GET", upsells, { headers: { ...more, cookie: `${owner.cookie}; evil=evil-header` } });
  const write = await owner.call("POST", upsells, { body: draft, headers: more });
  expect([read.status, write.status]).toEqual([200, 200]);
  const allowed = new Set([
    ..."host connection accept accept-encoding accept-language sec-fetch-mode user-agent authorization".split(" "),
    ...["content-type", "content-length", "cache-control", "pragma", "x-request-id"],
  ]);
  const ids = [read, write].map((answer) => answer.headers["x-request-id"]);
  for (const seen of upstream.take()) {
    // The one that is ours: so that a call is found in the log of whoever was called.
    expect(ids).toContain(seen.headers["x-request-id"]);
    expect(seen.headers.authorization).toBe(`Bearer ${key}`);
    expect(seen.headers.host).toBe(new URL(upstream.url).host);
    expect(JSON.stringify(seen.headers)).not.toMatch(/evil|cartwright|session/i);
    for (const name of Object.keys(seen.headers)) expect(allowed, name).toContain(name);
  }
});

test.describe("a key", () => {
  test("P4: does not follow a redirect", async () => {
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

  test("P13: of the other mode is refused before anything is sent, and not repeated", async () => {
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

test.describe("P5: an answer of the API", () => {
  const behaviours: [string, Behaviour, number, string?][] = [
    ["as HTML", raw("<html><script>alert(1)</script></html>", { "content-type": "text/html" }), 502, "bad_gateway"],
    ["as HTML that says it is JSON", raw("<html>", { "content-type": "application/json" }), 502, "bad_gateway"],
    ["shorter than its length", raw('{"data":[]}', { "content-length": "5000" }), 504, "upstream_timeout"],
    [
      "that ends before its length",
      (_, r) => r.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"data":[]}'),
      502,
    ],
    ["longer than its length", (_, r) => r.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{"data":[]}'), 502],
    ["that is no HTTP", (_, r) => r.socket?.end("SSH-2.0-OpenSSH\r\n"), 502, "bad_gateway"],
    ["that hangs up at once", (_, r) => r.socket?.destroy(), 502, "bad_gateway"],
    [
      "that is cut in the middle",
      (_, r) => {
        r.writeHead(200, { "content-type": "application/json" }).write('{"data":[{"id":"');
        setTimeout(() => r.socket?.destroy(), 50);
      },
      502,
      "bad_gateway",
    ],
    ["of half a JSON", raw('{"data":['), 502, "bad_gateway"],
    ["in gzip", raw(gzipSync('{"data":[{"id":"z"}]}'), { "content-encoding": "gzip" }), 200],
    ["in gzip that is none", raw('{"data":[]}', { "content-encoding": "gzip" }), 502, "bad_gateway"],
    [
      "that unpacks to 60 MB",
      raw(gzipSync(Buffer.alloc(60e6, 32)), { "content-encoding": "gzip" }),
      502,
      "bad_gateway",
    ],
    ["of 6 MB", raw(`{"data":[],"x":"${"x".repeat(6e6)}"}`), 502, "bad_gateway"],
    ["nested without end", raw(`${"[".repeat(50_000)}${"]".repeat(50_000)}`), 502, "bad_gateway"],
    ["that never comes", () => {}, 504, "upstream_timeout"],
    ["that never ends", (_, r) => r.writeHead(200).write('{"data":['), 504, "upstream_timeout"],
    ["of an error page", raw("<html>Oops</html>", { "content-type": "text/html" }, 500), 500, "server_error"],
    ["of nothing", raw(""), 200],
    ["of a strange status", json({}, 299), 299],
  ];

  for (const [what, behaviour, status, code] of behaviours) {
    test(`${what} is ${status}`, async () => {
      await answering(behaviour);
      const answer = await owner.call("GET", upsells);
      expect(answer.status, answer.text.slice(0, 300)).toBe(status);
      if (code) expect(answer.body.error.code).toBe(code);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.text).not.toMatch(/<html|script/);
    });
  }

  test("brings no header along but the three of the limits", async () => {
    await answering(
      json({ data: [] }, 200, {
        "set-cookie": ["cartwright.session_token=stolen", "a=b"],
        "x-ratelimit-limit": "120",
        "x-ratelimit-remaining": "77",
        "x-ratelimit-reset": "60",
        "access-control-allow-origin": "*",
        "content-security-policy": "default-src *",
        "cache-control": "public, max-age=9999",
        "x-evil": "1",
        "clear-site-data": '"*"',
        location: "https://evil.test",
        etag: '"1"',
      }),
    );
    const { headers } = await owner.call("GET", upsells);
    const foreign = ["set-cookie", "access-control-allow-origin", "x-evil", "clear-site-data", "location", "etag"];
    for (const name of foreign) expect(headers[name], name).toBeUndefined();
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-ratelimit-remaining"]).toBe("77");
    expect(headers["x-request-id"]).toMatch(/^desk_/);
  });

  test("of 401 is a rejected connection and no lost session", async () => {
    await answering(json({ error: { code: "unauthorized", message: `Bad key ${key}` } }, 401));
    const answer = await owner.call("GET", upsells);
    isError(answer, 502, "connection_rejected");
    expect(answer.text).not.toContain(canary);
  });

  test("of 403 names the scope that the key lacks", async () => {
    await answering(json({ error: { code: "nope", message: `${key} may not` } }, 403));
    const answer = await owner.call("POST", upsells, { body: draft });
    isError(answer, 403, "scope_missing");
    expect(answer.body.error.message).toBe("The stored key lacks the scope write:upsells.");
  });

  test("of 429 passes its wait on, and the key's other calls are not sent meanwhile", async () => {
    await answering(json({ error: { code: "rate_limited", message: "Wait.", retry_after: 40 } }, 429));
    const first = await owner.call("GET", upsells);
    isError(first, 429, "rate_limited");
    expect(first.body.error.retry_after).toBe(40);
    expect(first.headers["retry-after"]).toBe("40");
    for (const [method, path] of [
      ["GET", `${upsells}/a`],
      ["POST", upsells],
      ["GET", `${upsells}?page=2`],
    ] as const) {
      const next = await owner.call(method, path, method === "POST" ? { body: draft } : {});
      isError(next, 429, "rate_limited");
      expect(next.body.error.retry_after).toBeGreaterThan(30);
    }
    expect(upstream.take()).toHaveLength(1);
    const budget = await owner.call("GET", `/api/${store}/live/desk/budget`);
    expect(budget.body.checkout.frozen_for).toBeGreaterThan(30);
  });

  test("of 429 with a short wait holds the call back and then lets it through, once", async () => {
    let refusals = 0;
    await answering((seen, response) =>
      refusals++ ? json({ id: "u1" }, 201)(seen, response) : json({}, 429, { "retry-after": "1" })(seen, response),
    );
    const started = Date.now();
    const answer = await owner.call("POST", upsells, { body: draft });
    expect(answer.status).toBe(201);
    expect(Date.now() - started).toBeGreaterThan(950);
    expect(upstream.take()).toHaveLength(2);
  });

  test("that says no calls are left holds the next one back until its reset in seconds from now", async () => {
    await answering(json({ data: [] }, 200, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }));
    await owner.call("GET", upsells);
    const started = Date.now();
    expect((await owner.call("GET", `${upsells}?page=2`)).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThan(900);
  });

  test("of a write that timed out is not asked for again", async () => {
    await answering(() => {});
    isError(await owner.call("POST", upsells, { body: draft }), 504, "upstream_timeout");
    expect(upstream.take()).toHaveLength(1);
  });
});

test.describe("another implementation's", () => {
  const flat = {
    id: 7,
    name: "Flat",
    status: "paused",
    discount_type: "percentage",
    discount_value: "12.50",
    extra: 1,
  };
  const read = { id: "7", name: "Flat", status: "paused", discount: { type: "percentage", value: 12.5 }, extra: 1 };
  const lists: [string, unknown, object][] = [
    ["list as a bare array", [flat], { page: 1, per_page: 1, total: null }],
    ["list under its own name", { upsells: [flat] }, { page: 1, per_page: 1, total: null }],
    ["list under data alone", { data: [flat] }, { page: 1, per_page: 1, total: null }],
    [
      "list with numbers as text",
      { data: [flat], pagination: { page: "2", per_page: "20", total: "41" } },
      { page: 2, per_page: 20, total: 41 },
    ],
    [
      "list with its pages in meta",
      { items: [flat], meta: { current_page: 2, limit: 10, total_count: 11 } },
      { page: 2, per_page: 10, total: 11 },
    ],
  ];
  for (const [what, body, pagination] of lists) {
    test(what, async () => {
      await answering(json(body));
      const answer = await owner.call("GET", upsells);
      expect(answer.status).toBe(200);
      expect(answer.body.pagination).toEqual(pagination);
      expect(answer.body.data).toEqual([expect.objectContaining(read)]);
    });
  }
  for (const [what, body] of [
    ["bare", flat],
    ["under data", { data: flat }],
    ["under its name", { upsell: flat }],
    [
      "with a nested discount",
      { id: 7, name: "Flat", status: "paused", extra: 1, discount: { type: "percentage", value: "12.5" } },
    ],
  ] as const) {
    test(`record ${what}`, async () => {
      await answering(json(body));
      const answer = await owner.call("GET", `${upsells}/7`);
      expect(answer.body).toEqual(expect.objectContaining(read));
      expect(answer.body).not.toHaveProperty("placement");
    });
  }

  test("record with keys that mean something to JavaScript does no harm", async () => {
    await answering(raw('{"data":[{"id":"1","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}]}'));
    const answer = await owner.call("GET", upsells);
    expect(answer.status).toBe(200);
    expect(answer.body.data[0].id).toBe("1");
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    await answering(json({ data: [{ id: "2" }] }));
    expect((await owner.call("GET", upsells)).body.data[0].admin).toBeUndefined();
  });

  test("empty answer to a deletion", async () => {
    await answering((_, response) => response.writeHead(204).end());
    const answer = await owner.call("DELETE", `${upsells}/7`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });
});

test("P7: a write from elsewhere is refused everywhere, and nothing happens", async () => {
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

test("P8: two people, two stores, two modes at once: nobody is given what is another's", async () => {
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
  const calls = Array.from({ length: 240 }, (_, n) => n).map(async (n) => {
    const { session, stranger, key, path } = places[n % 4] as (typeof places)[number];
    const answer = await session.call("GET", `${path}?page=${n % 3}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data[0].name).toBe(key.split("").reverse().join(""));
    if (n % 5 === 0) expect((await stranger.call("GET", path)).status).toBe(404);
  });
  await Promise.all(calls);
  // Identical reads at one time are one call: fewer than were asked for, and at least one for each key and page.
  const sent = upstream.take();
  expect(new Set(sent.map(({ headers, path }) => `${headers.authorization} ${path}`)).size).toBe(12);
  expect(sent.length).toBeLessThan(240);
});

test("P6: without a session, or with a stranger's, no variant of a page tells anything", async () => {
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
  const secrets = new RegExp(`Secret offer|${ownerOf(store)}|${canary}|live_…`);
  for (const path of pages) {
    for (const [what, headers, address] of variants) {
      for (const cookie of [undefined, stranger.cookie, "cartwright.session_token=made.up", `${owner.cookie}x`]) {
        const answer = await data(address(path), { ...headers, cookie });
        expect(secrets.exec(answer.text), `${what} ${path}`).toBeNull();
      }
    }
    const action = await app.call("POST", path, { headers: { "next-action": "x".repeat(40) }, body: "[]" });
    expect(action.text).not.toMatch(secrets);
  }
  expect(upstream.take()).toEqual([]);
  // The same pages tell their owner, so that the words above are the right ones.
  expect((await owner.call("GET", `/${store}/live/upsells`)).text).toContain("Secret offer");
  const whole = await data(`/${store}/live/upsells`, { rsc: "1", cookie: owner.cookie });
  expect(whole.headers["content-type"]).toContain("text/x-component");
  expect(whole.text).toContain("Secret offer");
});

/** The framework sends a request for a page's data to an address that names its headers. */
async function data(path: string, headers: Record<string, string | undefined>): Promise<Answer> {
  const answer = await app.call("GET", path, { headers });
  const { location = "" } = answer.headers;
  return location.includes("_rsc") ? app.call("GET", location, { headers }) : answer;
}

test("P16: every answer carries its headers, and each page a nonce of its own", async () => {
  const nonces = new Set<string>();
  for (const path of [
    "/sign-in",
    "/sign-in",
    `/${store}/live`,
    `/${store}/live/upsells`,
    `/${store}/live/settings`,
    "/nowhere",
  ]) {
    const { headers, text } = await owner.call("GET", path, {
      headers: path === "/sign-in" ? { cookie: undefined } : {},
    });
    const policy = String(headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(Buffer.from(nonce, "base64")).toHaveLength(16);
    nonces.add(nonce);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    expect(text).not.toMatch(/<[a-z]+\b[^>]*\son[a-z]+=/i);
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(String(headers["cache-control"])).toMatch(/no-store/);
  }
  expect(nonces.size).toBe(6);
  // What a caller says of these is not believed.
  const said = { "content-security-policy": "script-src 'nonce-evil'", "x-nonce": "evil" };
  const { headers, text } = await app.call("GET", "/sign-in", { headers: said });
  expect(`${headers["content-security-policy"]}${text}`).not.toContain("evil");
  for (const path of [upsells, "/api/nothing", "/services/checkout/v1/upsells", "/health/ready"]) {
    const { headers } = await owner.call("GET", path);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(String(headers["cache-control"]), path).toContain("no-store");
    expect(headers["access-control-allow-origin"], path).toBeUndefined();
  }
});

test("P18: a body over 1 MiB is refused, told or in chunks", async () => {
  const big = JSON.stringify({ ...draft, name: "x".repeat(1024 * 1024) });
  for (const headers of [{}, { "content-length": undefined, "transfer-encoding": "chunked" }]) {
    isError(await owner.call("POST", upsells, { body: big, headers }), 413, "payload_too_large");
    isError(await owner.call("POST", "/api/auth/sign-in/email", { body: big, headers }), 413, "payload_too_large");
    isError(await owner.call("POST", "/api/setup", { body: big, headers }), 413, "payload_too_large");
  }
  const deep = `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  isError(await owner.call("POST", upsells, { body: deep }), 400, "invalid_request");
  expect(upstream.take()).toEqual([]);
});

test("P9: a key is found nowhere: not in answers, pages, files, logs or the database", async () => {
  const words = ["connect", "--store", store, "--mode", "sandbox", "--api", "checkout", "--key-stdin"];
  const said = [await app.admin(words, `test_${canary}_by_command`)];
  await connect();
  const read = async (answer: Promise<Answer>) => said.push(JSON.stringify(await answer));
  // An API that shouts the key back in every way it can.
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
  // Neither does what browsers load carry the server's own.
  for (const word of ["CARTWRIGHT_SECRET", "aes-256-gcm", "setup-token", "DATABASE_URL"]) {
    expect(filesWith(join(projectDir, ".next", "static"), word), word).toEqual([]);
  }
});

test("P9: no browser keeps a key, after it was typed and all screens were walked through", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  const [name = "", value = ""] = owner.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: app.origin }]);
  const tell = (text: string) => (text.includes(canary) ? [text.slice(0, 2_000)] : []);

  const typed = `live_${canary}_typed`;
  await page.goto(`/${store}/live/settings`);
  await page.getByRole("button", { name: "Replace key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(typed);
  // As long as it is typed it stands there: what looks for it would see it.
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

/** Every row of every table as text, binary columns as the letters they hold. */
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

test("P4: a key stays with the address it was given for", async () => {
  const other = await Recorder.start();
  try {
    await app.restart({ CHECKOUT_API_URL: other.url });
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
    // Nor does it come back with the address.
    await app.restart({ CHECKOUT_API_URL: upstream.url });
    isError(await session.call("GET", upsells), 409, "connection_missing");
    expect([...other.take(), ...upstream.take()]).toEqual([]);
    owner = session;
    await connect();
    expect((await session.call("GET", upsells)).status).toBe(200);
  } finally {
    await other.stop();
  }
});

test.describe("P14: getting in", () => {
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

  test("the first owner needs the token, two at once make one owner, and guesses are counted whatever they forward", async () => {
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
    // That was six; the tenth is the last.
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

  test("a wrong password and an unknown email look alike, and guesses are counted whatever they forward", async () => {
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

  test("behind a proxy of the operator's the address is the one it saw, and the rest holds over TLS", async () => {
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
