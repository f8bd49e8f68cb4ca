import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { expect } from "vitest";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Limits } from "../services/kernel/limits.ts";
import { checkAgainst } from "./published.ts";
import { allScopes, caller, openTestServices, type TestServices } from "./services.ts";
import { openShop } from "./shop.ts";

export type Conformance = Awaited<ReturnType<typeof openConformance>>;

const bases = ["/checkout/storefront/v1", "/checkout/v1"];

/** The services listen on a socket. Each response is validated against the published document. */
export async function openConformance(limits?: Limits | null) {
  process.env.WEBHOOK_ALLOWED_HOSTS = "127.0.0.1";
  process.env.CARTWRIGHT_SECRET ??= "a secret of at least thirty-two characters";
  const services = await openTestServices(limits);
  const server = createAdaptorServer({ fetch: services.app.fetch }) as Server;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = caller((path, init) => fetch(origin + path, init));
  const documents = await Promise.all(bases.map(async (base) => (await send("GET", `${base}/openapi.json`)).body));
  const checks = bases.map((base, n) => ({ base, check: checkAgainst(documents[n]) }));
  const call: TestServices["call"] = async (method, path, sent) => {
    const answer = await send(method, path, sent);
    const api = checks.find(({ base }) => path.startsWith(base));
    api?.check(method, path.slice(api.base.length), answer);
    return answer;
  };
  const shop = await openShop({ ...services, call });

  return {
    ...services,
    origin,
    call,
    shop,
    document: documents[1] as { paths: Record<string, Record<string, JsonSchema>> },
    /** Sends the shop's key, unless another key is given. */
    api: (method: string, path: string, body?: unknown, key: string = shop.key) =>
      call(method, `/checkout/v1${path}`, { key, ...(body !== undefined && { body }) }),
    shopKey: async (scopes: readonly string[] = allScopes) => (await services.key({ store: shop.storeId, scopes })).key,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await services.close();
    },
  };
}

type Kind =
  | "string"
  | "number"
  | "integer"
  | "ratio"
  | "boolean"
  | "object"
  | "timestamp"
  | "date"
  | "strings"
  | "array";
/** A table of the specification: fields with their types, or nested tables. */
export type Fields = { [field: string]: Kind | readonly string[] | Fields | [Fields] };

const kinds: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  ratio: (value) => typeof value === "number" && value >= 0 && value <= 1,
  boolean: (value) => typeof value === "boolean",
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  timestamp: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  strings: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string"),
  array: (value) => Array.isArray(value),
};

/** An array of words lists the allowed values of a field. */
// biome-ignore lint/suspicious/noExplicitAny: records of any shape
export function expectFields(record: any, fields: Fields, at = ""): void {
  expect(kinds.object(record), `${at || "it"} is an object: ${JSON.stringify(record)}`).toBe(true);
  for (const [field, kind] of Object.entries(fields)) {
    const [value, name] = [record[field], at ? `${at}.${field}` : field];
    if (typeof kind === "string") expect(kinds[kind](value), `${name} is ${kind}: ${JSON.stringify(value)}`).toBe(true);
    else if (!Array.isArray(kind)) expectFields(value, kind as Fields, name);
    else if (typeof kind[0] === "string") expect(kind, name).toContain(value);
    else {
      expect(value?.length, `${name} has elements`).toBeGreaterThan(0);
      for (const one of value) expectFields(one, kind[0] as Fields, name);
    }
  }
}
