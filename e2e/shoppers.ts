import { readFileSync } from "node:fs";
import { join } from "node:path";
import { storefrontScope } from "../lib/contract/scopes.ts";
import { type Database, openDatabase } from "../lib/database/client.ts";
import { createApiKey, createStorefrontKey } from "../lib/services/tenants.ts";
import { expect, origin } from "./fixtures.ts";

/** Calls the storefront of a store's sandbox, as the shop's server or one of its pages would. */
export async function callStorefront<T>(
  store: string,
  path: string,
  sent: object,
  from: "server" | "page",
): Promise<T> {
  const answer = await fetch(`${origin}/services/checkout/storefront/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${await storefrontKey(store, from)}`, "content-type": "application/json" },
    body: JSON.stringify(sent),
  });
  return { status: answer.status, ...(await answer.json()) };
}

export async function tellOf(store: string, events: readonly object[], from: "server" | "page" = "server") {
  const answer = await callStorefront<{ status: number }>(store, "/events", { events }, from);
  expect(answer.status, JSON.stringify(answer)).toBeLessThan(300);
}

function storefrontKey(store: string, from: "server" | "page"): Promise<string> {
  const facts = { storeId: store, mode: "sandbox", name: "Shop" } as const;
  return withDatabase(async (db) => {
    const created =
      from === "page" ? createStorefrontKey(db, facts) : createApiKey(db, { ...facts, scopes: [storefrontScope] });
    return (await created).key;
  });
}

type StoredEvent = { type: string; data: Record<string, unknown> };

/** The events that the sandbox of a store has received. */
export const eventsOf = (store: string) =>
  withDatabase(async (db) => {
    const { rows } = await db.$client.query<StoredEvent>(
      `select type, data from checkout.storefront_event event join checkout.tenant on tenant.id = event.tenant_id
       where store_id = $1 and mode = 'sandbox'`,
      [store],
    );
    return rows;
  });

async function withDatabase<T>(act: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(process.env.DATABASE_URL || embedded(), 1);
  try {
    return await act(db);
  } finally {
    await db.$client.end();
  }
}

function embedded(): string {
  const file = join(process.env.CARTWRIGHT_DATA_DIR ?? "", "postgres.json");
  const { appPassword, port } = JSON.parse(readFileSync(file, "utf8"));
  return `postgresql://cartwright:${appPassword}@127.0.0.1:${port}/cartwright`;
}
