import { expect, test } from "vitest";
import { requireSameOrigin } from "./http.ts";

const own = { host: "desk.test:3000", origin: "http://desk.test:3000", "content-type": "application/json" };

test.each<[string, Record<string, string>]>([
  ["this page's own", {}],
  ["this page's own, as browsers mark it", { "sec-fetch-site": "same-origin" }],
  ["JSON with a charset", { "content-type": "Application/JSON; charset=utf-8" }],
])("a write is let through: %s", (_, more) => {
  expect(() => requireSameOrigin(new Headers({ ...own, ...more }))).not.toThrow();
});

test.each<[string, Record<string, string | undefined>]>([
  ["without an origin", { origin: undefined }],
  ["from another site", { origin: "https://evil.test" }],
  ["from another port", { origin: "http://desk.test:3001" }],
  ["from a name that begins alike", { origin: "http://desk.test:3000.evil.test" }],
  ["from a name that ends alike", { origin: "http://evil-desk.test:3000" }],
  ["with our name as a user", { origin: "http://desk.test:3000@evil.test" }],
  ["from a sandboxed frame", { origin: "null" }],
  ["with an origin that is none", { origin: "desk.test:3000" }],
  ["with no host", { host: undefined }],
  ["with a forwarded host of the sender's", { origin: "https://evil.test", "x-forwarded-host": "evil.test" }],
  ["marked cross-site", { "sec-fetch-site": "cross-site" }],
  ["marked same-site", { "sec-fetch-site": "same-site" }],
  ["marked as typed in", { "sec-fetch-site": "none" }],
  ["as plain text", { "content-type": "text/plain" }],
  ["as a form", { "content-type": "application/x-www-form-urlencoded" }],
  ["as plain text that mentions JSON", { "content-type": "text/plain; application/json" }],
])("a write is refused: %s", (_, more) => {
  const entries = Object.entries({ ...own, ...more }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  expect(() => requireSameOrigin(new Headers(entries))).toThrow(
    expect.objectContaining({ status: 403, code: "foreign_origin" }),
  );
});
