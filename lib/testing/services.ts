import type { Hono } from "hono";
import { scopesOf } from "../contract/scopes.ts";
import { type Database, openDatabase } from "../database/client.ts";
import { clicksOf } from "../services/affiliate/click-buffer.ts";
import { createServices } from "../services/index.ts";
import type { Mode } from "../services/kernel/context.ts";
import type { Limits } from "../services/kernel/limits.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { createTestDatabase } from "./database.ts";

/** A body that is not a string or a stream is sent as JSON. */
export type Sent = { key?: string; headers?: Record<string, string>; body?: unknown };
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
export type Answer = { status: number; headers: Headers; body: any };

export type TestServices = {
  app: Hono;
  db: Database;
  url: string;
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Does not follow redirects. */
  visit(path: string, init?: RequestInit): Promise<Response>;
  clicksWritten(): Promise<void>;
  /** The same services as in another process, with a pool and caches of their own. */
  another(): TestServices["call"];
  key(facts: { store: string; mode?: Mode; scopes?: readonly string[] }): Promise<{ id: string; key: string }>;
  close(): Promise<void>;
};

process.env.CARTWRIGHT_SECRET ??= "a secret of at least thirty-two characters";

const noLimits: Limits = { perSecond: 100_000, perMinute: 100_000, perHour: 100_000 };
export const allScopes = [...Object.keys(scopesOf.checkout), ...Object.keys(scopesOf.affiliate)];

/** `null` means the default rate limits. There are none unless the test passes some. */
export async function openTestServices(limits: Limits | null = noLimits): Promise<TestServices> {
  const { url, drop } = await createTestDatabase();
  const pools: Database[] = [];
  const open = () => {
    const db = openDatabase(url, 4);
    pools.push(db);
    const app = createServices(db, limits ?? undefined);
    return { app, db, call: caller(async (path, init) => app.request(`http://test${path}`, init)) };
  };
  const { app, db, call } = open();
  return {
    app,
    db,
    url,
    call,
    visit: async (path, init) => app.request(`http://test${path}`, init),
    clicksWritten: () => clicksOf(db).flush(),
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

export function caller(send: (path: string, init: RequestInit) => Promise<Response>): TestServices["call"] {
  return async (method, path, { key, headers = {}, body } = {}) => {
    const raw = body === undefined || typeof body === "string" || body instanceof ReadableStream;
    const response = await send(`/services${path}`, {
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
