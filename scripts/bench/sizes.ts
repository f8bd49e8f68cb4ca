import { clicksOf } from "../../lib/services/affiliate/click-buffer.ts";
import { createServices } from "../../lib/services/index.ts";
import { fillSandbox } from "../../lib/services/simulator/fill.ts";
import { openPlace, openTenant, query } from "./place.ts";
import { fillCatalogue, makeEvents } from "./shoppers.ts";
import "../../lib/runtime/server-modules.ts";

const storefrontEvents = 40_000;
const deeds = 2_000;
const portion = 1_000;

// Measures the disk space of a row with its indexes in each growing table, over the demo shop, storefront events and
// people's changes, and how fast old rows can be deleted.
export async function run(): Promise<boolean> {
  const place = await openPlace({ apart: false });
  Object.assign(process.env, place.env, { CARTWRIGHT_ORIGIN: "http://desk.test" });
  const { db } = await import("../../lib/server/db.ts");
  try {
    await query(
      place.url,
      "insert into desk.store (id, name, currency, time_zone) values ('shop', 'Shop', 'EUR', 'UTC')",
    );
    await openTenant(place.db, "shop");
    const counts = await fillSandbox(place.db, "shop");
    await tellEvents(place);
    await actOften();
    await query(place.url, "vacuum analyze");
    console.log(
      `\nsizes: the demo shop, ${JSON.stringify(counts, (name, value) => (name === "readings" ? undefined : value))}`,
    );
    await print(place.url);
    await forget(place.url);
    return true;
  } finally {
    await clicksOf(place.db).flush();
    await db().$client.end();
    await place.stop();
  }
}

async function tellEvents({ db }: Awaited<ReturnType<typeof openPlace>>): Promise<void> {
  const { tenantId, keys } = await openTenant(db, "told", { keys: 1 });
  await fillCatalogue(db, tenantId);
  const services = createServices(db);
  const events = makeEvents(storefrontEvents, "told");
  for (let from = 0; from < events.length; from += portion) {
    const response = await services.request("/services/checkout/storefront/v1/events", {
      method: "POST",
      headers: { authorization: `Bearer ${keys[0]}`, "content-type": "application/json" },
      body: JSON.stringify({ events: events.slice(from, from + portion) }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

/** Each change of an offer writes two audit rows. */
async function actOften(): Promise<void> {
  const { audited } = await import("../../lib/server/audit/record.ts");
  const offer = {
    name: "Care kit",
    product_id: "prod_1",
    trigger_products: ["prod_2"],
    status: "active",
    placement: "post_purchase",
  };
  const deed = {
    storeId: "shop",
    mode: "sandbox",
    actor: { kind: "person", id: "person_1", name: "Ada" },
    role: "owner",
    api: "checkout",
    resource: "upsells",
    operation: "update",
    method: "PUT",
    path: "/upsells/ups_0123456789",
    recordId: "ups_0123456789",
    sent: offer,
    requestId: "desk_1",
  } as const;
  for (let n = 0; n < deeds; n++) {
    await audited(
      deed,
      async () => ({ result: offer, status: 200, after: offer }),
      async () => ({ before: offer }),
    );
  }
}

async function print(url: string): Promise<void> {
  const rows = await query<{ name: string; rows: number; bytes: number; indexes: number }>(
    url,
    `select n.nspname || '.' || c.relname as name, c.reltuples::int as rows, pg_total_relation_size(c.oid)::int as bytes,
       pg_indexes_size(c.oid)::int as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('desk', 'checkout', 'affiliate') and c.reltuples >= 300 order by 3 desc`,
  );
  console.log(`${"table".padEnd(36)}${"rows".padStart(9)}${"bytes a row".padStart(13)}${"in indexes".padStart(12)}`);
  for (const { name, rows: count, bytes, indexes } of rows) {
    const each = (of: number) => (of / count).toFixed(0);
    console.log(
      `${name.padEnd(36)}${String(count).padStart(9)}${each(bytes).padStart(13)}${each(indexes).padStart(12)}`,
    );
  }
}

/** Half of the storefront events expire. The table then takes as many new ones without growing. */
async function forget(url: string): Promise<void> {
  const { openDatabase } = await import("../../lib/database/client.ts");
  const { pruneStorefrontEvents } = await import("../../lib/services/storefront/prune.ts");
  const size = async () =>
    Number((await query(url, "select pg_total_relation_size('checkout.storefront_event') as size"))[0]?.size);
  await query(
    url,
    "update checkout.storefront_event set received_at = received_at - interval '1 year' where hashtext(id) % 2 = 0",
  );
  await query(url, "vacuum analyze checkout.storefront_event");
  const db = openDatabase(url, 1);
  const [before, began] = [await size(), performance.now()];
  const gone = await pruneStorefrontEvents(db);
  const seconds = (performance.now() - began) / 1_000;
  await query(url, "vacuum analyze checkout.storefront_event");
  await query(
    url,
    `insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
     select tenant_id, 'again_' || id, type, occurred_at, now(), data from checkout.storefront_event limit ${gone}`,
  );
  const after = await size();
  await db.$client.end();
  const grown = ((after / before - 1) * 100).toFixed(0);
  console.log(
    `\nforgets ${(gone / seconds).toFixed(0)} events a second; with as many new ones the table is ${grown} % larger`,
  );
}
