import { expect, test } from "@playwright/test";
import { app, defendsFort, draft, isError, key, owner, store, upsells, upstream } from "./fort.ts";

defendsFort();

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
    test(`with a malformed ID is refused for ${method}, and nothing is sent`, async () => {
      for (const id of spellings) {
        // Node's client cannot send these bytes unencoded.
        const path = encodeOutside(`${upsells}/${id}`);
        const answer = await owner.call(method, path, method === "PUT" ? { body: { name: "x" } } : {});
        expect([400, 404, 405, 308], `${id}: ${answer.text}`).toContain(answer.status);
        if (!/^[./]*$|^%20$/.test(id)) expect(answer.status, id).toBe(400);
        if (answer.status === 308) expect(answer.headers.location).toMatch(/^\/api\/fort\//);
      }
      expect(upstream.take()).toEqual([]);
    });
  }

  test("that disguises the path of the API is refused", async () => {
    const tail = "fort/live/checkout/upsells";
    const ways = [
      `//api/${tail}`,
      `/\\api/${tail}`,
      `/./api/${tail}`,
      `/_next/../api/${tail}`,
      `/_next/%2e%2e/api/${tail}`,
      `/x/..%2fapi/${tail}`,
      `/%61pi//${tail}`,
      `/%2561pi/${tail}`,
      `http://evil.test/api/${tail}`,
      `/API/${tail}`,
      `/api/fort/live/desk/../checkout/upsells`,
      `/api/fort/sandbox/../live/checkout/upsells`,
      `/api/${tail}%3fpage=1`,
      "/api/fort/live/checkout//upsells",
      "/api/fort/live/checkout/upsells%2f..%2fsettings",
      "/api;x/fort/live",
      "/api/fort%2flive/checkout/upsells",
      "/api/fort/live%2fcheckout/upsells",
      "/api/../../etc/passwd",
    ];
    for (const path of ways) {
      const answer = await owner.call("GET", path);
      expect([400, 404], `${path}: ${answer.status}`).toContain(answer.status);
    }
    expect(upstream.take()).toEqual([]);
  });

  test("with an ID in the form of another platform reaches the service unchanged", async () => {
    for (const id of ["ups_1", "gid:1.2", "a.b.c", "A-1", "x".repeat(64)]) await owner.call("GET", `${upsells}/${id}`);
    const paths = upstream.take().map(({ path }) => path.replace("/shop/v1/upsells/", ""));
    expect(paths.map(decodeURIComponent)).toEqual(["ups_1", "gid:1.2", "a.b.c", "A-1", "x".repeat(64)]);
  });

  test("passes on only declared parameters, each once", async () => {
    await owner.call("GET", `${upsells}?page=2&page=3&per_page=5&evil=1&api_key=x&page[]=1&__proto__=1&search=own`);
    expect(upstream.take().map(({ path }) => path)).toEqual(["/shop/v1/upsells?page=3&per_page=5"]);
  });

  test("of a page never leads to another site", async () => {
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

test("P3: no header of the caller reaches the API, except the Idempotency-Key of a POST", async () => {
  const names = [
    ..."authorization x-api-key x-forwarded-for x-forwarded-host x-forwarded-proto forwarded via x-real-ip referer".split(
      " ",
    ),
    ..."x-middleware-subrequest x-middleware-rewrite x-invoke-path x-matched-path x-client-address user-agent".split(
      " ",
    ),
    ..."accept-language if-none-match range x-http-method-override te x-lane x-nonce origin-x".split(" "),
    "x-request-id",
    "traceparent",
    "tracestate",
    "baggage",
  ];
  const headers = Object.fromEntries(names.map((name) => [name, "evil-header"]));
  const more = { ...headers, connection: "X-API-Key, Authorization, close", "x-lane": "bulk" };
  // The only header that is passed on, with a POST. A read has none.
  const once = { "idempotency-key": "made-once" };
  const read = await owner.call("GET", upsells, {
    headers: { ...more, ...once, cookie: `${owner.cookie}; evil=evil-header` },
  });
  const write = await owner.call("POST", upsells, { body: draft, headers: { ...more, ...once } });
  expect([read.status, write.status]).toEqual([200, 200]);
  const allowed = new Set([
    ..."host connection accept accept-encoding accept-language sec-fetch-mode user-agent authorization".split(" "),
    "content-type",
    "content-length",
    "cache-control",
    "pragma",
    "x-request-id",
  ]);
  const ids = [read, write].map((answer) => answer.headers["x-request-id"]);
  for (const seen of upstream.take()) {
    // Cartwright's own request ID, by which the call is found in the service's log.
    expect(ids).toContain(seen.headers["x-request-id"]);
    expect(seen.headers.authorization).toBe(`Bearer ${key}`);
    expect(seen.headers.host).toBe(new URL(upstream.url).host);
    expect(JSON.stringify(seen.headers)).not.toMatch(/evil|cartwright|session/i);
    expect(seen.headers["idempotency-key"]).toBe(seen.method === "POST" ? "made-once" : undefined);
    for (const name of Object.keys(seen.headers)) expect([...allowed, "idempotency-key"], name).toContain(name);
  }
});

test("P16: every response has its security headers, and each page its own nonce", async () => {
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
  // A caller's own policy or nonce is ignored.
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

test("P18: a body over 1 MiB is refused, with a declared length or in chunks", async () => {
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
