import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rebuildSums } from "../testing/affiliate/rebuild.ts";
import { checksums } from "../testing/checksums.ts";
import { openTestServices, type TestServices } from "../testing/services.ts";
import { emptyProgram, emptySandbox } from "./sandbox.ts";
import { fillSandbox, fillShop } from "./simulator/fill.ts";
import { fillProgram } from "./simulator/program/fill.ts";
import { createApiKey, createStorefrontKey, provision } from "./tenants.ts";

process.env.CARTWRIGHT_SECRET ??= "a secret of at least thirty-two characters";

const storeId = "shop";
/** Even a small shop has a row in every table. */
const visits = 60_000;
/** Shoppers pause, so that the filling gets a share of the processor. */
const pauseMs = 40;
let services: TestServices;

const query = async (text: string) => (await services.db.$client.query(text)).rows;

beforeAll(async () => {
  services = await openTestServices();
  await provision(services.db, { storeId, currency: "EUR", timeZone: "Europe/Berlin" });
  await fillSandbox(services.db, storeId, { visits });
  // The filled sandbox becomes live, so that a full live tenant stands beside the sandbox.
  await query(`update checkout.tenant set mode = 'swap' where mode = 'live'`);
  await query(`update checkout.tenant set mode = 'live' where mode = 'sandbox'`);
  await query(`update checkout.tenant set mode = 'sandbox' where mode = 'swap'`);
  await query("update checkout.webhook_endpoint set id = 'live_' || id");
  await query(`update affiliate.tenant set mode = 'swap' where mode = 'live'`);
  await query(`update affiliate.tenant set mode = 'live' where mode = 'sandbox'`);
  await query(`update affiliate.tenant set mode = 'sandbox' where mode = 'swap'`);
  await query("update affiliate.link set code = left('live-' || code, 64)");
}, 300_000);
afterAll(() => services.close());

test("emptying and filling a sandbox changes nothing that is live, even while shoppers send events", {
  tags: "long",
  timeout: 300_000,
}, async () => {
  const live = await checksums(services.db, storeId, "live");
  expect(Object.keys(live).length).toBeGreaterThan(14);
  const { key } = await createApiKey(services.db, { storeId, mode: "sandbox", name: "Shop", scopes: ["storefront"] });
  await fillShop(services.db, storeId, { visits });

  let over = false;
  let sent = 0;
  const statuses = new Set<number>();
  const shoppers = [services.call, services.another()].map(async (call, lane) => {
    while (!over) {
      const common = { occurred_at: new Date(Date.now() - 1000).toISOString() };
      const events = Array.from({ length: 20 }, () => {
        const id = `${lane}-${sent++}`;
        return [
          { id: `v${id}`, type: "visit", ...common },
          { id: `s${id}`, type: "offer.shown", upsell_id: "ups_demo040", ...common },
          { id: `o${id}`, type: "order.placed", order_id: id, platform_order_id: id, total: 5, ...common },
          { id: `c${id}`, type: "order.cancelled", order_id: id, platform_order_id: id, ...common },
          {
            id: `e${id}`,
            type: "experiment.exposed",
            experiment_id: "exp_demo7",
            visitor_id: id,
            variant: "control",
            ...common,
          },
        ];
      }).flat();
      statuses.add((await call("POST", "/checkout/storefront/v1/events", { key, body: { events } })).status);
      await sleep(pauseMs);
    }
  });
  await emptySandbox(services.db, storeId);
  await fillShop(services.db, storeId, { seed: 2, visits });
  over = true;
  await Promise.all(shoppers);
  expect([...statuses]).toEqual([200]);
  expect(sent).toBeGreaterThan(100);

  // What came after the last filling is counted on top of it, in the sums as in the rows.
  const [sums] = await query(`
    with place as (select id from checkout.tenant where mode = 'sandbox'),
      days as (select min(day) as day from checkout.daily_total, place where tenant_id = place.id and day > current_date - 10)
    select (select sum(visits)::int from checkout.daily_total t, place, days where t.tenant_id = place.id and t.day >= days.day) as kept,
      (select count(*)::int from checkout.storefront_event e, place, days where e.tenant_id = place.id and e.type = 'visit'
         and (e.occurred_at at time zone 'Europe/Berlin')::date >= days.day) as raw,
      (select sum(visitors)::int from checkout.experiment_sum c, place where c.tenant_id = place.id and c.segment = '') as counted,
      (select count(*)::int from checkout.experiment_visitor v, place where v.tenant_id = place.id) as seen`);
  expect(sums.kept).toBe(sums.raw);
  expect(sums.counted).toBe(sums.seen);
  expect(await checksums(services.db, storeId, "live")).toEqual(live);

  await emptySandbox(services.db, storeId);
  expect(await checksums(services.db, storeId, "sandbox")).toEqual({});
  expect(await checksums(services.db, storeId, "live")).toEqual(live);
});

test("emptying and filling an affiliate program changes nothing that is live, even while orders arrive", {
  tags: "long",
  timeout: 300_000,
}, async () => {
  const place = (mode: "live" | "sandbox") => checksums(services.db, storeId, mode, "affiliate");
  const live = await place("live");
  expect(Object.keys(live).length).toBeGreaterThan(18);
  const facts = { storeId, mode: "sandbox", name: "Shop", service: "affiliate" } as const;
  const { key } = await createStorefrontKey(services.db, facts);
  await fillProgram(services.db, storeId, { visits });
  const { rows: coupons } = await services.db.$client.query("select code from affiliate.coupon limit 5");

  let over = false;
  let sent = 0;
  const statuses = new Set<number>();
  const shops = [services.call, services.another()].map(async (call, lane) => {
    while (!over) {
      const orders = Array.from({ length: 10 }, () => ({
        type: "order.placed",
        external_id: `${lane}-${sent}`,
        occurred_at: new Date().toISOString(),
        currency: "EUR",
        subtotal: 900,
        total: 900,
        coupon_codes: [coupons[sent++ % 5].code],
      }));
      statuses.add((await call("POST", "/affiliate/storefront/v1/orders", { key, body: { orders } })).status);
      await sleep(pauseMs);
    }
  });
  do {
    await emptyProgram(services.db, storeId);
    await fillProgram(services.db, storeId, { seed: 2, visits });
  } while (sent <= 50);
  over = true;
  await Promise.all(shops);
  expect([...statuses]).toEqual([200]);

  // What came after the last filling is counted on top of it, in the sums as in the records.
  const sums = await place("sandbox");
  const [{ id: tenantId }] = await query("select id from affiliate.tenant where mode = 'sandbox'");
  await rebuildSums(services.db, { tenantId, timeZone: "Europe/Berlin" }, true);
  expect(await place("sandbox")).toEqual(sums);
  expect(await place("live")).toEqual(live);

  await emptyProgram(services.db, storeId);
  expect(await place("sandbox")).toEqual({});
  expect(await place("live")).toEqual(live);
});
