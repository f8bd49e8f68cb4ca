import type { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../testing/services.ts";
import { unkeyed } from "../testing/unkeyed.ts";

let services: TestServices;
let key: string;

const upsells = "/checkout/v1/upsells";
const draft = { name: "Care kit", product_id: "prod_1", discount: { type: "percentage", value: 15 } };

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({
    store: "shop",
    scopes: ["read:upsells", "write:upsells", "write:commissions", "read:commissions"],
  }));
});
afterAll(() => services.close());

test("responses have a request id of their own and are never cached", async () => {
  const first = await services.call("GET", upsells, { key });
  const second = await services.call("GET", upsells, { key, headers: { "x-request-id": "mine" } });
  expect(first.headers.get("cache-control")).toBe("no-store");
  expect(first.headers.get("x-request-id")).toMatch(/^req_[0-9a-f-]{36}$/);
  expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  const refused = await services.call("GET", upsells);
  expect(refused.headers.get("cache-control")).toBe("no-store");
  expect(refused.headers.get("x-request-id")).toMatch(/^req_/);
});

test("an error and each of its details carry the key and the values of their sentences", async () => {
  const body = { ...draft, name: "n".repeat(300), discount: { type: "percentage", value: 300 }, more: 1 };
  const refused = await services.call("POST", upsells, { key, body });
  expect(refused.body.error.details).toEqual(
    expect.arrayContaining([
      { field: "name", message: "Must be at most 120 characters.", key: "atMostCharacters", values: { count: 120 } },
      { field: "more", message: "This is not a known field.", key: "unknownField" },
    ]),
  );
  expect(refused.body.error).toMatchObject({ key: "field", values: { field: "Name" } });
  const missing = await services.call("GET", `${upsells}/ups_1`, { key });
  expect(missing.body.error).toMatchObject({ key: "doesNotExist", values: { kind: "Upsell", id: "ups_1" } });
});

describe("an address", () => {
  test("an address that is in no contract is 404, with a key", async () => {
    for (const path of ["/checkout/v1", "/checkout/v1/nothing", "/checkout/v1/upsells/a/b", "/checkout/v2/upsells"]) {
      const { status, body } = await services.call("GET", path, { key });
      expect(status, path).toBe(404);
      expect(body.error.code).toBe("not_found");
    }
  });

  test("an address accepts only its methods and names them", async () => {
    const many = await services.call("PATCH", upsells, { key, body: draft });
    expect(many.status).toBe(405);
    expect(many.body.error.code).toBe("method_not_allowed");
    expect(many.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "POST"]);
    const one = await services.call("POST", `${upsells}/ups_1`, { key, body: draft });
    expect(one.headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "PUT"]);
    expect(one.status).toBe(405);
  });

  test("an address ignores a method in a header or a parameter", async () => {
    const { body: created } = await services.call("POST", upsells, { key, body: draft });
    await services.call("GET", `${upsells}/${created.id}?_method=DELETE`, {
      key,
      headers: { "x-http-method-override": "DELETE", "x-method-override": "DELETE", "x-http-method": "DELETE" },
    });
    expect((await services.call("GET", `${upsells}/${created.id}`, { key })).status).toBe(200);
  });

  test.each(["..%2fsettings", "%2e%2e%2fsettings", "%252e%252e", "a%00b", "a%0d%0ab", "a;b", "a%3fb", "x".repeat(65)])(
    "an address with the id %s is refused",
    async (id) => {
      expect((await services.call("GET", `${upsells}/${id}`, { key })).status).toBe(404);
    },
  );
});

describe("a body", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", ""])(
    "sent as %j is 415",
    async (type) => {
      const { status, body } = await services.call("POST", upsells, {
        key,
        body: JSON.stringify(draft),
        headers: { "content-type": type },
      });
      expect(status).toBe(415);
      expect(body.error.code).toBe("unsupported_media_type");
    },
  );

  test("a body may name its charset", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    expect((await services.call("POST", upsells, { key, body: draft, headers })).status).toBe(201);
  });

  test.each(["{", "{'a':1}", "[1,", "undefined", '{"a":1}x', "\u0000"])(
    "a body that is not JSON, %j, is 400",
    async (body) => {
      const answer = await services.call("POST", upsells, { key, body });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toEqual({ code: "invalid_request", message: "The body is not valid JSON." });
    },
  );

  test.each(["[]", "null", "1", '"text"', "true"])(
    "a body that is JSON but not an object, %j, is 400",
    async (body) => {
      expect((await services.call("POST", upsells, { key, body })).status).toBe(400);
    },
  );

  test("a body that is nested too deeply is 400 at any depth", async () => {
    for (const depth of [40, 5_000, 200_000]) {
      const body = `{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`;
      const answer = await services.call("POST", upsells, { key, body });
      expect(answer.status, `${depth}`).toBe(400);
      expect(answer.body.error.message).toBe("The body is nested too deeply.");
    }
  });

  test("a body over 1 MiB with a Content-Length is 413", async () => {
    const body = JSON.stringify({ ...draft, name: "x".repeat(1024 * 1024) });
    const answer = await services.call("POST", upsells, { key, body, headers: { "content-length": `${body.length}` } });
    expect(answer.status).toBe(413);
    expect(answer.body.error.code).toBe("payload_too_large");
  });

  test("a body over 1 MiB in chunks without a length is 413 and is not read to the end", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent++;
        if (sent > 1_000) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    expect((await services.call("POST", upsells, { key, body })).status).toBe(413);
    expect(sent).toBeLessThan(40);
  });

  test("a body may be left out if all of its fields are optional", async () => {
    const { status, body } = await services.call("PUT", "/affiliate/v1/commissions/com_1/reject", { key });
    expect(status).toBe(404);
    expect(body.error.code).not.toBe("invalid_request");
    const wrong = await services.call("PUT", "/affiliate/v1/commissions/com_1/reject", {
      key,
      body: { reason: "why" },
    });
    expect(wrong.status).toBe(400);
    expect(unkeyed(wrong.body.error.details)).toEqual([
      { field: "reason", message: expect.stringContaining("Must be one of") },
    ]);
  });

  test("a body with keys that have a meaning in JavaScript is refused or has no effect", async () => {
    const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
    for (const name of keys) {
      const text = JSON.stringify(draft);
      const body = `${text.slice(0, -1)},"${name}":{"polluted":"yes","status":"active"}}`;
      const answer = await services.call("POST", upsells, { key, body });
      expect([201, 400], name).toContain(answer.status);
      if (answer.status === 201) expect(answer.body.status).toBe("draft");
      expect(JSON.stringify(answer.body)).not.toContain("polluted");
      const nested = `${text.slice(0, -1)},"discount":{"type":"percentage","value":15,"${name}":{"polluted":"yes"}}}`;
      expect([201, 400], name).toContain((await services.call("POST", upsells, { key, body: nested })).status);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const query = await services.call("GET", `${upsells}?__proto__=x&constructor=y&toString=z`, { key });
    expect(query.status).toBe(200);
  });
});

test("an internal failure is 500 with a fixed message, and the log has the cause without the values of the statement", async () => {
  const broken = await openTestServices();
  const { key } = await broken.key({ store: "shop" });
  const lines: string[] = [];
  const { log } = await import("../log.ts");
  const stream = log[
    Object.getOwnPropertySymbols(log).find((s) => s.description === "pino.stream") as never
  ] as Writable;
  const write = stream.write;
  stream.write = ((line: string) => lines.push(line)) as never;
  try {
    await broken.db.$client.end();
    const { status, body, headers } = await broken.call("GET", upsells, { key });
    expect(status).toBe(500);
    expect(body).toEqual({
      error: { code: "server_error", message: "Something went wrong on the server.", key: "wrongHere" },
    });
    expect([...headers.values()].join()).not.toMatch(/pool|pg|select/i);
    expect(lines.join("")).toContain(headers.get("x-request-id"));
    expect(lines.join("")).toContain("pool");
    expect(lines.join("")).not.toContain(key);
    expect(lines.join("")).not.toMatch(/params:|"type":"Buffer"/);
  } finally {
    stream.write = write;
    await broken.close();
  }
});
