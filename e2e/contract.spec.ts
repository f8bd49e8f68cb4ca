import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { affiliate } from "../lib/contract/affiliate/index.ts";
import { checkout } from "../lib/contract/checkout/index.ts";
import { type Contract, type NamedOperation, operationsOf, type Role, roles } from "../lib/contract/define.ts";
import { desk } from "../lib/contract/desk/index.ts";
import { eventTypes } from "../lib/contract/event-words.ts";
import { sample } from "../lib/contract/events.ts";
import { createMatcher } from "../lib/contract/paths.ts";
import { scopesOf } from "../lib/contract/scopes.ts";
import { type Database, openDatabase } from "../lib/database/client.ts";
import { createApiKey } from "../lib/services/tenants.ts";
import { type Answer, App, ownerOf, type Session } from "./processes.ts";

const services = [
  { api: "checkout", contract: checkout as Contract },
  { api: "affiliate", contract: affiliate as Contract },
] as const;
const proxied = [...services, { api: "desk", contract: desk as Contract }] as const;

const store = "walk";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

let app: App;
let db: Database;
let stranger: Session;
const people = {} as Record<Role, Session>;

// All tests share one app and its sessions, so they run in one worker.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  app = await App.start();
  await app.setUp(store);
  await app.setUp("elsewhere");
  for (const role of roles.filter((role) => role !== "owner")) await app.addPerson(store, role);
  db = openDatabase(app.databaseUrl(), 2);
  for (const role of roles) people[role] = await app.signIn(role === "owner" ? ownerOf(store) : `${role}@walk.test`);
  stranger = await app.signIn(ownerOf("elsewhere"));
});

test.afterAll(async () => {
  await db?.$client.end();
  await app?.remove();
});

test("the components page exists only where it is switched on", async () => {
  expect((await fetch(`${app.origin}/components`)).status).toBe(404);
});

async function keyWith(scopes: readonly string[]): Promise<string> {
  return (await createApiKey(db, { storeId: store, mode: "sandbox", name: "Walk", scopes })).key;
}

const fill = (path: string, value = "nothing") => path.replace(/:\w+/g, value);
const title = (api: string, { operation }: NamedOperation) => `${api}: ${operation.method} ${operation.path}`;
const isError = (answer: Answer, status: number, code?: string) => {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.error.message.length).toBeGreaterThan(5);
  if (code) expect(answer.body.error.code).toBe(code);
};

test.describe("P11: a service, called with a key", () => {
  for (const { api, contract } of services) {
    for (const named of operationsOf(contract)) {
      const { method, path, scope = "", body } = named.operation;

      test(title(api, named), async () => {
        const address = `/services/${api}/v1${fill(path)}`;
        const all = Object.keys(scopesOf[api]);
        const full = { authorization: `Bearer ${await keyWith(all)}` };
        const sent = body ? { body: named.operation.example ?? {} } : {};

        isError(await app.call(method, address, sent), 401, "unauthorized");
        const wrong = { authorization: `Bearer test_${"x".repeat(43)}` };
        isError(await app.call(method, address, { ...sent, headers: wrong }), 401, "unauthorized");
        isError(await people.owner.call(method, address, sent), 401, "unauthorized");

        expect(all).toContain(scope);
        const lacking = { "x-api-key": await keyWith(all.filter((one) => one !== scope)) };
        const refused = await app.call(method, address, { ...sent, headers: lacking });
        isError(refused, 403, "insufficient_scope");
        expect(refused.body.error.message).toContain(scope);

        // /links/codes/:code says whether a code is free, so none is unknown.
        if (path.includes(":") && path !== "/links/codes/:code") {
          const period = path.startsWith("/analytics/") ? "?start_date=2026-01-01&end_date=2026-01-31" : "";
          const unknown = await app.call(method, address + period, { ...sent, headers: full });
          expect([404, 501, ...(named.operation.params ? [400] : [])], unknown.text).toContain(unknown.status);
        }
        if (body) {
          isError(await app.call(method, address, { headers: full, body: "{" }), 400, "invalid_request");
          isError(await app.call(method, address, { headers: full, body: "[]" }), 400, "invalid_request");
          const text = { ...full, "content-type": "text/plain" };
          isError(await app.call(method, address, { headers: text, body: "{}" }), 415, "unsupported_media_type");
        }
      });
    }

    test(`P2: ${api}: undeclared methods and paths are refused`, async () => {
      // A new key for each call, because of a key's limits.
      const withKey = async () => ({ authorization: `Bearer ${await keyWith(Object.keys(scopesOf[api]))}` });
      for (const [path, declared] of methodsByPath(contract)) {
        const other = methods.find((method) => !declared.includes(method)) ?? "PROPFIND";
        const answer = await app.call(other, `/services/${api}/v1${fill(path)}`, { headers: await withKey() });
        isError(answer, 405, "method_not_allowed");
        if (other !== "PROPFIND") expect(String(answer.headers.allow).split(", ").sort()).toEqual([...declared].sort());
      }
      for (const path of ["/nothing", "/", "/upsells/a/b/c", "/openapi.yaml", "/admin"]) {
        const answer = await app.call("GET", `/services/${api}/v1${path}`, { headers: await withKey() });
        expect([404, 308], path).toContain(answer.status);
      }
    });
  }

  test("P2: a header cannot replace a request's method", async () => {
    const headers = { authorization: `Bearer ${await keyWith(Object.keys(scopesOf.checkout))}` };
    const { body } = await app.call("POST", "/services/checkout/v1/upsells", {
      headers,
      body: checkout.upsells.create.example,
    });
    const override = { ...headers, "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
    await app.call("GET", `/services/checkout/v1/upsells/${body.id}?_method=DELETE`, { headers: override });
    const again = await app.call("GET", `/services/checkout/v1/upsells/${body.id}`, { headers });
    expect(again.status).toBe(200);
  });
});

/** A job and a delayed change check the role for what they will do, and the refusal names that operation. */
const passesOn = (text: string, summary: string) => text.includes("role_forbidden") && !text.includes(summary);

test.describe("P19: the dashboard, called with a session", () => {
  for (const { api, contract } of proxied) {
    for (const [index, named] of operationsOf(contract).entries()) {
      // One key may not make all these calls in a minute, so the keys of both modes take turns.
      const mode = index % 2 === 0 ? "sandbox" : "live";
      const { method, path, body, roles: allowed, example } = named.operation;

      test(title(api, named), async () => {
        const address = `/api/${store}/${mode}/${api}${fill(path)}`;
        const sent = body ? { body: example ?? {} } : {};

        isError(await app.call(method, address, { ...sent, headers: { origin: app.origin } }), 401, "signed_out");
        isError(await stranger.call(method, address, sent), 404, "not_found");
        isError(await stranger.call(method, address.replace(`/${store}/`, "/nowhere/"), sent), 404, "not_found");
        for (const role of roles) {
          const answer = await people[role].call(method, address, sent);
          if (allowed.includes(role)) {
            const { status } = answer;
            expect(status < 500 || status === 501, `${role}: ${answer.text}`).toBe(true);
            if (status === 403 && passesOn(answer.text, named.operation.summary)) continue;
            expect([401, 403, 405, 429], `${role}: ${answer.text}`).not.toContain(status);
          } else {
            isError(answer, 403, "role_forbidden");
          }
        }
        const role = allowed[0] as Role;
        isError(await people[role].call(method, address.replace(`/${mode}/`, "/test/"), sent), 404, "not_found");
        if (method !== "GET") {
          isError(
            await people[role].call(method, address, { ...sent, headers: { origin: undefined } }),
            403,
            "foreign_origin",
          );
        }
        if (body) {
          isError(await people[role].call(method, address, { body: "{" }), 400, "invalid_request");
          const text = { "content-type": "text/plain" };
          isError(await people[role].call(method, address, { body: "{}", headers: text }), 403, "foreign_origin");
        }
      });
    }

    test(`P2: ${api}: undeclared methods and paths are refused`, async () => {
      const match = createMatcher(contract);
      for (const path of methodsByPath(contract).keys()) {
        const address = `/api/${store}/sandbox/${api}${fill(path)}`;
        for (const method of [...methods, "HEAD", "OPTIONS", "PROPFIND", "TRACE"]) {
          // A fixed path may match an ID, too: `/jobs/preview` is also a `/jobs/:id`.
          if (match(method, fill(path).slice(1).split("/")).found) continue;
          const answer = await people.owner.call(method, address);
          expect(answer.status, `${method} ${address}`).toBe(405);
          if (method !== "HEAD") expect(answer.headers.allow).toBeTruthy();
        }
      }
      for (const path of ["/nothing", "/upsells/a/b/c", "/openapi.json", "/v1/upsells", "/constructor", "/__proto__"]) {
        isError(await people.owner.call("GET", `/api/${store}/live/${api}${path}`), 404, "not_found");
      }
    });
  }

  test("P2: a header cannot replace a request's method", async () => {
    const address = `/api/${store}/live/checkout/upsells`;
    const { body } = await people.owner.call("POST", address, { body: checkout.upsells.create.example });
    const headers = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
    expect((await people.analyst.call("GET", `${address}/${body.id}?_method=DELETE`, { headers })).status).toBe(200);
    expect(
      (await people.owner.call("POST", `${address}/${body.id}?_method=DELETE`, { headers, body: {} })).status,
    ).toBe(405);
    expect((await people.owner.call("GET", `${address}/${body.id}`)).status).toBe(200);
  });

  test("P2: paths outside the contracts are refused", async () => {
    const closed = [
      ["GET", "/api/auth/get-session"],
      ["POST", "/api/auth/sign-up/email"],
      ["POST", "/api/auth/change-password"],
      ["GET", "/api/auth/list-sessions"],
      ["POST", "/api/auth/update-user"],
      ["GET", "/api/auth/ok"],
      ["GET", `/api/${store}/live`],
      ["GET", `/api/${store}/live/nothing/upsells`],
      ["GET", "/api"],
    ] as const;
    for (const [method, path] of closed) {
      const answer = await people.owner.call(method, path, method === "POST" ? { body: {} } : {});
      expect(answer.status, path).toBe(404);
    }
    expect((await people.owner.call("GET", "/api/setup")).status).toBe(405);
    for (const path of ["/", "/sign-in", "/health/ready", `/${store}/live`, "/r/any", "/api/setup"]) {
      for (const method of ["TRACE", "PURGE"])
        isError(await people.owner.call(method, path), 405, "method_not_allowed");
    }
  });
});

test("browser scripts have no descriptions or examples of the contracts, and scopes only where a key's scopes are selected", () => {
  const folder = ".next/static/chunks";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  expect(files.length).toBeGreaterThan(10);
  const scripts = files.map((name) => readFileSync(`${folder}/${name}`, "utf8"));
  const operations = proxied.flatMap(({ contract }) => operationsOf(contract)).map(({ operation }) => operation);
  const said = operations.flatMap(({ summary, example = {} }) => [
    summary,
    ...(JSON.stringify(example).match(/(?<=")(prod|ups|aff|com)_\w+/g) ?? []),
  ]);
  expect(said.length).toBeGreaterThan(100);
  // The sample events are shown on screens and may have the same IDs.
  const shown = JSON.stringify(eventTypes.map(sample));
  const isIn = (code: string[]) => (words: string) => code.some((script) => script.includes(`"${words}"`));
  const leaked = said.filter((words) => !shown.includes(`"${words}"`)).filter(isIn(scripts));
  expect([...new Set(leaked)]).toEqual([]);
  // The dialog for a new key explains each scope.
  const meanings = Object.values(scopesOf).flatMap((scopes) => Object.values(scopes));
  const others = scripts.filter((script) => !meanings.every((meaning) => script.includes(meaning)));
  expect(scripts.length - others.length).toBeLessThan(5);
  expect(operations.flatMap(({ scope = [] }) => scope).filter(isIn(others))).toEqual([]);
});

function methodsByPath(contract: Contract): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { operation } of operationsOf(contract)) {
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation.method]);
  }
  return paths;
}
