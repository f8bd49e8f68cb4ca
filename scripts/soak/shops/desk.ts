import { setTimeout as sleep } from "node:timers/promises";
import { keyPurposes } from "../../../lib/contract/desk/key-words.ts";
import { scopesOf, storefrontScope } from "../../../lib/contract/scopes.ts";
import { openDatabase } from "../../../lib/database/client.ts";
import type { Mode } from "../../../lib/services/kernel/context.ts";
import { createApiKey, createStorefrontKey, provision } from "../../../lib/services/tenants.ts";
import { browser } from "../../../lib/testing/shop.ts";
import { testSettings } from "../../test/app.ts";
import { Member } from "../../test/cluster.ts";
import { throwAwayServer } from "../../test/database.ts";
import { freePort } from "../../test/nginx.ts";
import { currency } from "./running-shop.ts";

export type Desk = Awaited<ReturnType<typeof startDesk>>;
export type Store = Awaited<ReturnType<Desk["open"]>>;
type Offer = { product: string; trigger: string; percent: number };

/** Cartwright's services with a database of their own. The platform's database is on the same server. */
export async function startDesk() {
  const server = await throwAwayServer(true);
  const { CARTWRIGHT_SECRET } = testSettings();
  // Tickets are signed here as well, as those of another day are needed.
  process.env.CARTWRIGHT_SECRET = CARTWRIGHT_SECRET;
  const SERVICES_PORT = String(await freePort());
  const settings = { DATABASE_URL: server.url, CARTWRIGHT_SECRET, SERVICES_PORT };
  const services = new Member("services", testSettings(settings), 5);
  await services.start();
  const url = services.origin;
  const db = openDatabase(server.url, 2);

  async function newDatabase(name: string): Promise<string> {
    await db.$client.query(`create database ${name}`);
    const address = new URL(server.url);
    address.pathname = `/${name}`;
    return address.href;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of many operations
  async function call(key: string, method: string, path: string, body?: object): Promise<any> {
    for (;;) {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", "user-agent": browser };
      const response = await fetch(`${url}/services${path}`, { method, headers, body: body && JSON.stringify(body) });
      const answer = await response.text();
      if (response.ok) return JSON.parse(answer);
      if (response.status !== 429) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      await sleep(500);
    }
  }

  async function open(storeId: string, mode: Mode) {
    await provision(db, { storeId, currency, timeZone: "UTC" });
    const place = { storeId, mode, name: "Soak" } as const;
    const all = Object.values(scopesOf).flatMap((known) => Object.keys(known));
    const { key } = await createApiKey(db, { ...place, scopes: [...all, storefrontScope] });
    const { key: page } = await createStorefrontKey(db, place);
    const { key: plugin } = await createApiKey(db, { ...place, scopes: [...keyPurposes.plugin.scopes] });
    return {
      page,
      connection: { url, store: storeId, key: plugin },
      read: (path: string) => call(key, "GET", path),
      write: (method: string, path: string, body: object) => call(key, method, path, body),
      async offer({ product, trigger, percent }: Offer): Promise<string> {
        const draft = {
          name: `Offer of ${product}`,
          product_id: product,
          trigger_products: [trigger],
          status: "active",
        };
        const discount = { type: "percentage", value: percent };
        return (await call(key, "POST", "/checkout/v1/upsells", { ...draft, discount, placement: "cart" })).id;
      },
      /** As the script in a page asks for it. */
      async ticket(upsell_id: string, trigger: string): Promise<{ id: string; ticket: string; price: number }> {
        const body = { upsell_id, cart: [trigger], placement: "cart", visitor_id: "visitor_soak" };
        return call(page, "POST", "/checkout/storefront/v1/tickets", body);
      },
    };
  }

  return {
    url,
    newDatabase,
    open,
    kill: () => services.kill(),
    start: () => services.start(),
    async stop() {
      await db.$client.end();
      await services.remove();
      await server.stop();
    },
  };
}

/** Reads until the answer fits, as reports arrive later. */
export async function until<T>(what: string, read: () => Promise<T>, fits: (answer: T) => unknown): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + 90_000; Date.now() < end; await sleep(250)) {
    try {
      const answer = await read();
      if (fits(answer)) return answer;
      last = JSON.stringify(answer);
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what} did not come: ${last}`);
}
