import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { unkeyed } from "../../lib/testing/unkeyed.ts";
import { type Behaviour, json, raw } from "../upstream/recorder.ts";
import { answering, canary, defendsFort, draft, isError, key, owner, store, upsells, upstream } from "./fort.ts";

defendsFort();

test.describe("P5: a response of the API", () => {
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
    test(`${what} becomes status ${status}`, async () => {
      await answering(behaviour);
      const answer = await owner.call("GET", upsells);
      expect(answer.status, answer.text.slice(0, 300)).toBe(status);
      if (code) expect(answer.body.error.code).toBe(code);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.text).not.toMatch(/<html|script/);
    });
  }

  test("passes on no headers but the three of the limits", async () => {
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

  test("of 401 means a rejected key and does not end the session", async () => {
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

  test("of an error in any form becomes a short text without secrets and control characters", async () => {
    const secret = "whsec_0123456789abcdef0123456789abcdef";
    const hostile = `Not <img src=x onerror=alert(1)> \u202e\u0000${key} ${secret} Bearer abcdefghijklmnop`;
    const entry = { source: { pointer: `/data/attributes/${key}${"/name".repeat(99)}` }, detail: hostile.repeat(9) };
    for (const [body, type] of [
      [JSON.stringify({ errors: Array.from({ length: 1_000 }, () => entry), title: hostile + "x".repeat(1e6) })],
      [JSON.stringify({ errors: { [key]: Array.from({ length: 5_000 }, () => hostile) } })],
      [hostile.slice(hostile.indexOf("live_")) + "x".repeat(1e6), "text/plain"],
    ] as const) {
      await answering(raw(body, { "content-type": type ?? "application/json" }, 422));
      const answer = await owner.call("POST", upsells, { body: draft });
      isError(answer, 422, "request_failed");
      const { message, details = [] } = answer.body.error;
      expect(message).not.toMatch(/^The API answered/);
      expect(message.length).toBeLessThanOrEqual(500);
      expect(details.length).toBeLessThanOrEqual(50);
      expect(answer.text.length).toBeLessThan(64 * 1024);
      expect(answer.text).not.toMatch(new RegExp(`${canary}|${secret}|abcdefghijklmnop`));
      const texts = [message, ...details.flatMap(Object.values)].join("");
      expect(texts).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      expect(answer.headers["content-type"]).toContain("application/json");
    }
  });

  test("of an error page is replaced by its status, whatever its content type", async () => {
    const page = "<!doctype html><script>alert(1)</script>";
    for (const [body, type] of [
      [page, "text/html"],
      [page, "text/plain"],
      [JSON.stringify({ message: page, errors: [page] }), "application/json"],
    ] as const) {
      await answering(raw(body, { "content-type": type }, 422));
      const answer = await owner.call("POST", upsells, { body: draft });
      expect(unkeyed(answer.body.error)).toEqual({ code: "request_failed", message: "The API answered 422." });
    }
  });

  test("of an error with a code of the dashboard becomes a server error", async () => {
    for (const code of ["signed_out", "connection_rejected", "role_forbidden", "offline", "stopped"]) {
      await answering(json({ error: { code, message: "No." } }, 500));
      isError(await owner.call("POST", upsells, { body: draft }), 500, "server_error");
    }
  });

  test("of 429 passes its wait on, and the key's other calls are not sent in the meantime", async () => {
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

  test("of 429 with a short wait delays the call, which is then made once", async () => {
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

  test("that says that no calls are left delays the next call until the reset, in seconds from now", async () => {
    await answering(json({ data: [] }, 200, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }));
    await owner.call("GET", upsells);
    const started = Date.now();
    expect((await owner.call("GET", `${upsells}?page=2`)).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThan(900);
  });

  test("that times out for a write does not send the write again", async () => {
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
  const read = {
    id: "7",
    name: "Flat",
    status: "paused",
    discount: { type: "percentage", value: 12.5 },
    other: { extra: 1 },
  };
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
    test(`offer ${what} is read`, async () => {
      await answering(json(body));
      const answer = await owner.call("GET", `${upsells}/7`);
      expect(answer.body).toEqual(expect.objectContaining(read));
      expect(answer.body).not.toHaveProperty("placement");
    });
  }

  test("list with keys such as __proto__ does no harm", async () => {
    await answering(raw('{"data":[{"id":"1","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}]}'));
    const answer = await owner.call("GET", upsells);
    expect(answer.status).toBe(200);
    expect(answer.body.data[0].id).toBe("1");
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    await answering(json({ data: [{ id: "2" }] }));
    expect((await owner.call("GET", upsells)).body.data[0].admin).toBeUndefined();
  });

  test("empty response to a deletion is a success", async () => {
    await answering((_, response) => response.writeHead(204).end());
    const answer = await owner.call("DELETE", `${upsells}/7`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });
});
