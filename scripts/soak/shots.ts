import { globSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { affiliate } from "../../lib/contract/affiliate/index.ts";
import { affiliateStorefront } from "../../lib/contract/affiliate-storefront.ts";
import { checkout } from "../../lib/contract/checkout/index.ts";
import { type Contract, operationsOf } from "../../lib/contract/define.ts";
import { desk } from "../../lib/contract/desk/index.ts";
import { storefront } from "../../lib/contract/storefront.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";

export type Shot = {
  target: string;
  who: "nobody" | "owner" | "analyst" | "forged" | "key";
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

const words = (text: string) => text.split(" ");
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE"];
const oddities = [
  ...words("..%2f..%2f %252e%252e .. . // %5c ;a=b %00 %0d%0ax-a:%20b %3fa %23a % %zz %c0%ae"),
  ...words("__proto__ constructor toString null undefined NaN 1e999 -1 0 9007199254740993"),
  ...words("%27%20or%201%3d1-- %24%7b7*7%7d %3Cscript%3E %F0%9F%92%A9 %ED%A0%80"),
  "a".repeat(3_000),
];
const encoded = fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed()));
const word = fc.oneof(
  { arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/), weight: 3 },
  { arbitrary: fc.constantFrom(...oddities), weight: 3 },
  { arbitrary: encoded, weight: 1 },
);
const header = fc.oneof(
  fc.constantFrom("", "*", "null", "1", "a, b", "x".repeat(5_000)),
  fc.stringMatching(/^[ -~]{0,60}$/),
);
const headerNames = [
  ...words("accept accept-language accept-encoding authorization x-api-key cookie origin referer traceparent"),
  ...words("range if-none-match if-match if-modified-since x-forwarded-for x-forwarded-host forwarded"),
  ...words("x-forwarded-proto x-http-method-override x-middleware-subrequest x-middleware-rewrite idempotency-key"),
  ...words("next-action next-url next-router-prefetch next-router-state-tree next-router-segment-prefetch rsc"),
  ...words("x-nextjs-data purpose sec-fetch-site sec-fetch-mode last-event-id x-request-id"),
];
const contentTypes = [
  "application/json",
  "application/json; charset=utf-16",
  "APPLICATION/JSON",
  "text/plain",
  "text/csv",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "",
  "x",
];

function bodyOf({ example }: Target): fc.Arbitrary<Buffer> {
  const keys = Object.keys(example);
  const changed = fc
    .dictionary(keys.length ? fc.constantFrom(...keys, "__proto__", "extra") : fc.string(), fc.jsonValue(), {
      maxKeys: 3,
    })
    .map((changes) => JSON.stringify({ ...example, ...changes }));
  const deep = fc.integer({ min: 10, max: 60_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth));
  return fc.oneof(
    { arbitrary: changed.map(Buffer.from), weight: 120 },
    { arbitrary: fc.json().map((text) => Buffer.from(text)), weight: 60 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 20 },
    { arbitrary: deep.map((text) => Buffer.from(text)), weight: 20 },
    { arbitrary: fc.constant(Buffer.alloc(1_200_000, "a")), weight: 1 },
  );
}

/** A real store and mode, so that most requests get past the first check. */
export type Place = { store: string; mode: string };

export function shotsAt(targets: Target[], place: Place): fc.Arbitrary<Shot> {
  const known: Record<string, string> = place;
  return fc.constantFrom(...targets).chain((target) => {
    const names = [...target.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
    const parts = names.map((name) =>
      known[name]
        ? fc.oneof({ arbitrary: fc.constant(known[name]), weight: 12 }, { arbitrary: word, weight: 1 })
        : word,
    );
    const queryName = target.query.length ? fc.oneof(fc.constantFrom(...target.query), word) : word;
    return fc
      .record({
        parts: fc.tuple(...parts),
        who: fc.constantFrom<Shot["who"]>("nobody", "owner", "owner", "owner", "analyst", "forged", "key", "key"),
        method: fc.oneof(
          { arbitrary: fc.constant(target.method), weight: 8 },
          { arbitrary: fc.constantFrom(...methods), weight: 1 },
        ),
        query: fc.array(fc.tuple(queryName, fc.oneof(word, encoded)), { maxLength: 4 }),
        tail: fc.oneof(
          { arbitrary: fc.constant(""), weight: 12 },
          { arbitrary: word.map((text) => `/${text}`), weight: 1 },
        ),
        headers: fc.dictionary(fc.constantFrom(...headerNames), header, { maxKeys: 3 }),
        type: fc.oneof(
          { arbitrary: fc.constant("application/json"), weight: 8 },
          { arbitrary: fc.constantFrom(...contentTypes), weight: 1 },
        ),
        body: fc.option(bodyOf(target), { freq: 8 }),
      })
      .map(({ parts, who, method, query, tail, headers, type, body }) => {
        let at = 0;
        const path = target.path.replace(/:\w+/g, () => parts[at++] ?? "");
        const search = query.map(([name, value]) => `${name}=${value}`).join("&");
        const sent = body && !["GET", "HEAD", "TRACE"].includes(method) ? body : undefined;
        return {
          target: `${target.method} ${target.path}`,
          who,
          method,
          body: sent,
          path: path + tail + (search && `?${search}`),
          headers: { ...headers, ...(sent && { "content-type": type }) },
        };
      });
  });
}

export type Target = {
  method: string;
  path: string;
  query: readonly string[];
  example: Readonly<Record<string, unknown>>;
};

const contracts: [base: string, contract: Contract][] = [
  ["/services/checkout/v1", checkout],
  ["/services/affiliate/v1", affiliate],
  ["/services/checkout/storefront/v1", storefront],
  ["/services/affiliate/storefront/v1", affiliateStorefront],
  ["/api/:store/:mode/checkout", checkout],
  ["/api/:store/:mode/affiliate", affiliate],
  ["/api/:store/:mode/desk", desk],
];

/** Operations of the account library, of which only some are reachable. */
const accounts = ["sign-in/email", "sign-up/email", "sign-out", "get-session", "change-password", "update-user"];
const accountTargets = accounts.flatMap((path) => [`POST /api/auth/${path}`, `GET /api/auth/${path}`]);

/** Every route and page by its file, and every operation behind routes that take any path. */
export function findTargets(): Target[] {
  const plain = (method: string, path: string): Target => ({ method, path, query: [], example: {} });
  const files = globSync("app/**/{route.ts,page.tsx}", { cwd: projectDir });
  const fromFiles = files
    .filter((file) => !file.includes("[..."))
    .map((file) => ({ path: pathOf(file), isPage: file.endsWith("page.tsx") }))
    .flatMap(({ path, isPage }) => (isPage ? ["GET"] : ["GET", "POST"]).map((method) => plain(method, path)));
  const declared = contracts.flatMap(([base, contract]) =>
    operationsOf(contract).map(({ operation: { method, path, query, example = {} } }) => ({
      method,
      path: base + path,
      query: Object.keys(query?.shape ?? {}),
      example,
    })),
  );
  const others = accountTargets.map((words) => plain(...(words.split(" ") as [string, string])));
  return [...fromFiles, ...declared, ...others];
}

function pathOf(file: string): string {
  const folders = dirname(file).split("/").slice(1);
  const words = folders.filter((name) => !name.startsWith("(")).map((name) => name.replace(/^\[(\w+)\]$/, ":$1"));
  return `/${words.join("/")}`;
}
