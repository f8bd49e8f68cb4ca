import { scopesOf } from "../contract/scopes.ts";
import { type Database, openDatabase } from "../database/client.ts";
import { createServices } from "../services/index.ts";
import type { Mode } from "../services/kernel/context.ts";
import type { Limits } from "../services/kernel/limits.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { createTestDatabase } from "./database.ts";

/** What a test says of a request; a body that is no string or stream is sent as JSON. */
export type Sent = { key?: string; headers?: Record<string, string>; body?: unknown };
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
export type Answer = { status: number; headers: Headers; body: any };

export type TestServices = {
  db: Database;
  url: string;
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** The same services as another process would run them: a pool of its own, and its own memory of nothing. */
  another(): TestServices["call"];
  key(facts: { store: string; mode?: Mode; scopes?: readonly string[] }): Promise<{ id: string; key: string }>;
  close(): Promise<void>;
};

const noLimits: Limits = { perSecond: 100_000, perMinute: 100_000, perHour: 100_000 };
export const allScopes = [...Object.keys(scopesOf.checkout), ...Object.keys(scopesOf.affiliate)];

/** Both services on a database of the test's own. Without limits, unless the test is about them. */
export async function openTestServices(limits: Limits = noLimits): Promise<TestServices> {
  const { url, drop } = await createTestDatabase();
  const pools: Database[] = [];
  const open = () => {
    const db = openDatabase(url, 4);
    pools.push(db);
    return { db, call: caller(createServices(db, limits)) };
  };
  const { db, call } = open();
  return {
    db,
    url,
    call,
    another: () => open().call,
    async key({ store, mode = "live", scopes = allScopes }) {
      await provision(db, { storeId: store, currency: "EUR", timeZone: "Europe/Berlin" });
      return createApiKey(db, { storeId: store, mode, name: "Test", scopes });
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.$client.ended || pool.$client.end()));
      await drop();
    },
  };
}

function caller(services: ReturnType<typeof createServices>): TestServices["call"] {
  return async (method, path, { key, headers = {}, body } = {}) => {
    const raw = body === undefined || typeof body === "string" || body instanceof ReadableStream;
    const response = await services.request(`http://test/services${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body), duplex: "half" }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  };
}
