import { clicksOf } from "../../lib/services/affiliate/click-buffer.ts";
import { createServices } from "../../lib/services/index.ts";
import { fillSandbox } from "../../lib/services/simulator/fill.ts";
import { pruneStorefrontEvents } from "../../lib/services/storefront/retention.ts";
import { type BenchDatabase, openBenchDatabase, openTenant, query } from "./database.ts";
import { record } from "./results.ts";
import { fillCatalogue, makeEvents } from "./shoppers.ts";
import "../../lib/runtime/server-modules.ts";

const storefrontEvents = 40_000;
const changes = 2_000;
const portion = 1_000;

// Measures the disk space of a row with its indexes in each growing table, over the demo shop, storefront events and
// people's changes, and how fast old rows can be deleted.
export async function run(): Promise<void> {
  const database = await openBenchDatabase({ apart: false });
  Object.assign(process.env, database.env, { CARTWRIGHT_ORIGIN: "http://desk.test" });
  const { db } = await import("../../lib/server/db.ts");
  try {
    await query(
      database.url,
      "insert into desk.store (id, name, currency, time_zone) values ('shop', 'Shop', 'EUR', 'UTC')",
    );
    await openTenant(database.db, "shop");
    await fillSandbox(database.db, "shop");
    await reportEvents(database);
    await changeOffers();
    await query(database.url, "vacuum analyze");
    await recordSizes(database.url);
    await deleteExpired(database);
  } finally {
    await clicksOf(database.db).flush();
    await db().$client.end();
    await database.stop();
  }
}

async function reportEvents({ db }: BenchDatabase): Promise<void> {
  const { tenantId, keys } = await openTenant(db, "events", { keys: 1 });
  await fillCatalogue(db, tenantId);
  const services = createServices(db);
  const events = makeEvents(storefrontEvents, "events");
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
async function changeOffers(): Promise<void> {
  const { audited } = await import("../../lib/server/memory/audit/record.ts");
  const offer = {
    name: "Care kit",
    product_id: "prod_1",
    trigger_products: ["prod_2"],
    status: "active",
    placement: "post_purchase",
  };
  const change = {
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
  for (let n = 0; n < changes; n++) {
    await audited(
      change,
      async () => ({ result: offer, status: 200, after: offer }),
      async () => ({ before: offer }),
    );
  }
}

async function recordSizes(url: string): Promise<void> {
  const tables = await query<{ name: string; rows: number; bytes: number; indexes: number }>(
    url,
    `select n.nspname || '.' || c.relname as name, c.reltuples::int as rows, pg_total_relation_size(c.oid)::int as bytes,
       pg_indexes_size(c.oid)::int as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('desk', 'checkout', 'affiliate') and c.reltuples >= 300 order by 3 desc`,
  );
  for (const { name, rows, bytes, indexes } of tables) {
    const also = [{ text: `${rows} rows` }, { text: `${(indexes / rows).toFixed(0)} bytes in indexes` }];
    record({ what: name, ours: bytes / rows, unit: "bytes", also });
  }
}

/** Half of the storefront events expire. The table then takes as many new ones without growing. */
async function deleteExpired({ db, url }: BenchDatabase): Promise<void> {
  const size = async () =>
    Number((await query(url, "select pg_total_relation_size('checkout.storefront_event') as size"))[0]?.size);
  await query(
    url,
    "update checkout.storefront_event set received_at = received_at - interval '1 year' where hashtext(id) % 2 = 0",
  );
  await query(url, "vacuum analyze checkout.storefront_event");
  const [before, began] = [await size(), performance.now()];
  const deleted = await pruneStorefrontEvents(db);
  const seconds = (performance.now() - began) / 1_000;
  await query(url, "vacuum analyze checkout.storefront_event");
  await query(
    url,
    `insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
     select tenant_id, 'again_' || id, type, occurred_at, now(), data from checkout.storefront_event limit ${deleted}`,
  );
  const grown = ((await size()) / before - 1) * 100;
  const also = [{ text: `with as many new ones, the table is ${grown.toFixed(0)} % larger` }];
  record({ what: "expired events deleted", ours: deleted / seconds, unit: "/s", also });
}
