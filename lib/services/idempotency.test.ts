import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { affiliate } from "../contract/affiliate/index.ts";
import { checkout } from "../contract/checkout/index.ts";
import { operationsOf, takesKey } from "../contract/define.ts";
import { log } from "../log.ts";
import { Resealing } from "../secret.ts";
import { openProgram, type Program } from "../testing/affiliate/program.ts";
import { until } from "../testing/delivery/delivery.ts";
import { openTestServices, type TestServices } from "../testing/services.ts";
import { browser, openShop, type Shop } from "../testing/shop.ts";
import { pruneIdempotency, resealResponses } from "./kernel/idempotency.ts";

let services: TestServices;
let shop: Shop;
let program: Program;
let affiliateId: string;

beforeAll(async () => {
  process.env.WEBHOOK_ALLOWED_HOSTS = "hooks.test";
  services = await openTestServices();
  shop = await openShop(services);
  program = await openProgram(services);
  affiliateId = (await program.affiliate()).id;
});
afterAll(() => services.close());

const post = (path: string, key: string, body: object, as = shop.key) =>
  services.call("POST", path, { key: as, body, headers: { "idempotency-key": key, "user-agent": browser } });
const count = async (table: string) =>
  Number((await services.db.execute(sql`select count(*) from ${sql.raw(table)}`)).rows[0]?.count);

const upsell = { ...checkout.upsells.create.example, name: "Care kit" };
const order = { external_id: "own-1", type: "order.placed", occurred_at: new Date().toISOString(), currency: "EUR" };
const visit = { id: "visit-1", type: "visit", occurred_at: new Date().toISOString() };

/** Paths with a body, the key of the API that is sent, and the table that grows. */
const creations = (): [path: string, body: object, key: string, table: string][] => [
  ["/checkout/v1/upsells", upsell, shop.key, "checkout.upsell"],
  ["/checkout/v1/bundles", checkout.bundles.create.example, shop.key, "checkout.bundle"],
  ["/checkout/v1/experiments", checkout.experiments.create.example, shop.key, "checkout.experiment"],
  [
    "/checkout/v1/webhooks",
    { url: "http://hooks.test/a", events: ["order.edited"] },
    shop.key,
    "checkout.webhook_endpoint",
  ],
  ["/checkout/storefront/v1/events", { events: [visit] }, shop.pub, "checkout.storefront_event"],
  ["/affiliate/v1/affiliates", affiliate.affiliates.create.example, program.key, "affiliate.affiliate"],
  [
    "/affiliate/v1/links",
    { affiliate_id: affiliateId, destination_url: "https://shop.test/" },
    program.key,
    "affiliate.link",
  ],
  [
    "/affiliate/storefront/v1/orders",
    { orders: [{ ...order, order_number: "#1", subtotal: 100, discount: 0, tax: 0, shipping: 0, total: 100 }] },
    program.key,
    'affiliate."order"',
  ],
];

describe("a POST with an Idempotency-Key", () => {
  test("a POST with an Idempotency-Key makes one record and repeats its response, wherever records are made", async () => {
    for (const [path, body, key, table] of creations()) {
      const before = await count(table);
      const first = await post(path, path, body, key);
      expect([path, first.status, first.body.error]).toEqual([path, expect.toSatisfy((code) => code < 300), undefined]);
      const again = await post(path, path, body, key);
      expect([path, again.status, again.body]).toEqual([path, first.status, first.body]);
      expect([path, await count(table)]).toEqual([path, before + 1]);
    }
  });

  test("a POST with an Idempotency-Key is refused with another body, another record or another operation", async () => {
    await post("/checkout/v1/upsells", "mine", upsell);
    const reused = { status: 409, body: { error: { code: "idempotency_key_reused" } } };
    expect(await post("/checkout/v1/upsells", "mine", { ...upsell, name: "Other" })).toMatchObject(reused);
    expect(await post("/checkout/v1/bundles", "mine", checkout.bundles.create.example)).toMatchObject(reused);
    expect(await post("/checkout/v1/webhooks/whk_a/release", "param", {})).toMatchObject({ status: 404 });
    expect(await post("/checkout/v1/webhooks/whk_b/release", "param", {})).toMatchObject(reused);
  });

  test("a POST with an Idempotency-Key that arrives while the first is under way waits, and makes nothing more", async () => {
    const before = await count("checkout.upsell");
    const calls = [services.call, services.another()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        calls[n % 2]?.("POST", "/checkout/v1/upsells", {
          key: shop.key,
          body: upsell,
          headers: { "idempotency-key": "storm" },
        }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify([answer?.status, answer?.body]))).size).toBe(1);
    expect(await count("checkout.upsell")).toBe(before + 1);
  });

  test("a POST with an Idempotency-Key is refused if the first is still under way after 15 seconds", {
    tags: "long",
  }, async () => {
    const held = services.db.transaction(async (tx) => {
      await tx.execute(sql`insert into checkout.idempotency (tenant_id, key, request_hash, status, response)
        values (${shop.tenantId}, 'slow', '', 0, '{}')`);
      const answer = await services.another()("POST", "/checkout/v1/upsells", {
        key: shop.key,
        body: upsell,
        headers: { "idempotency-key": "slow" },
      });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: "idempotency_key_in_use" } } });
      throw new Error("The first request failed.");
    });
    await expect(held).rejects.toThrow("The first request failed.");
    expect((await post("/checkout/v1/upsells", "slow", upsell)).status).toBe(201);
  });

  test("a POST with an Idempotency-Key repeats a refusal, but keeps nothing of a request that does not fit or that failed", async () => {
    const taken = { ...affiliate.affiliates.create.example, email: "taken@example.com", referral_code: "TAKEN" };
    await services.call("POST", "/affiliate/v1/affiliates", { key: program.key, body: taken });
    const refused = await post("/affiliate/v1/affiliates", "refused", taken, program.key);
    expect(refused.status).toBe(409);
    await services.db.execute(sql`update affiliate.affiliate set referral_code = 'FREE', email = 'free@example.com'
      where referral_code = 'TAKEN'`);
    expect(await post("/affiliate/v1/affiliates", "refused", taken, program.key)).toMatchObject({
      status: refused.status,
      body: refused.body,
    });
    expect((await post("/checkout/v1/upsells", "unfit", { name: "" })).status).toBe(400);
    expect((await post("/checkout/v1/upsells", "unfit", upsell)).status).toBe(201);
    log.level = "silent";
    await services.db.execute(sql`alter table checkout.upsell rename to upsell_away`);
    const failed = await post("/checkout/v1/upsells", "failed", upsell);
    await services.db.execute(sql`alter table checkout.upsell_away rename to upsell`);
    log.level = "info";
    expect(failed.status).toBe(500);
    expect((await post("/checkout/v1/upsells", "failed", upsell)).status).toBe(201);
  });

  test("a POST with an Idempotency-Key of a page of the shop has keys apart from those of the merchant's servers", async () => {
    const events = { events: [{ ...visit, id: "visit-2" }] };
    expect((await post("/checkout/storefront/v1/events", "shared", events, shop.pub)).status).toBe(200);
    expect((await post("/checkout/v1/upsells", "shared", upsell)).status).toBe(201);
  });

  test("still notes that the shop called", async () => {
    const other = await openShop(services);
    const events = { events: [{ ...visit, id: "visit-3" }] };
    await post("/checkout/storefront/v1/events", "contact", events, other.pub);
    await until(async () => (await other.read("/shop")).body.events_sent_at !== null);
  });

  test("a POST with an Idempotency-Key that shows a secret once keeps it encrypted, also after the installation's secret has changed", async () => {
    const body = { url: "http://hooks.test/b", events: ["order.edited"] };
    const first = await post("/checkout/v1/webhooks", "secret", body);
    expect(first.body.signing_secret).toMatch(/^whsec_/);
    const { rows } = await services.db.execute(sql`select response::text as kept from checkout.idempotency`);
    expect(JSON.stringify(rows)).not.toContain("whsec_");
    const before = process.env.CARTWRIGHT_SECRET as string;
    const work = new Resealing(before, "another secret of at least thirty-two characters");
    await services.db.transaction((tx) => resealResponses(tx, work));
    expect(work.lost).toBe(0);
    process.env.CARTWRIGHT_SECRET = work.to;
    expect((await post("/checkout/v1/webhooks", "secret", body)).body).toEqual(first.body);
    process.env.CARTWRIGHT_SECRET = before;
  });

  test("a POST with an Idempotency-Key sends a test event once", async () => {
    const { body } = await services.call("POST", "/checkout/v1/webhooks", {
      key: shop.key,
      body: { url: "http://hooks.test/c", events: ["order.edited"] },
    });
    const path = `/checkout/v1/webhooks/${body.id}/test`;
    const first = await post(path, "test", { event_type: "order.edited" });
    expect(first.status).toBe(200);
    const again = await post(path, "test", { event_type: "order.edited" });
    expect(again.body).toEqual(first.body);
    expect((await shop.read(`/webhooks/${body.id}/logs`)).body.data).toHaveLength(1);
  });
});

test("responses are forgotten after three days in both services", async () => {
  await post("/checkout/v1/upsells", "old", upsell);
  await post(
    "/affiliate/v1/links",
    "old",
    { affiliate_id: affiliateId, destination_url: "https://a.test/" },
    program.key,
  );
  for (const schema of ["checkout", "affiliate"])
    await services.db.execute(
      sql`update ${sql.raw(schema)}.idempotency set created_at = now() - interval '73 hours' where key = 'old'`,
    );
  expect(await pruneIdempotency(services.db)).toBe(2);
});

test("both documents show the header on every POST and on no other operation", async () => {
  for (const [api, contract] of Object.entries({ checkout, affiliate })) {
    const { body } = await services.call("GET", `/${api}/v1/openapi.json`);
    for (const { operation } of operationsOf(contract)) {
      const shown = body.paths[operation.path.replace(/:(\w+)/g, "{$1}")][operation.method.toLowerCase()];
      const names = (shown.parameters ?? []).map(({ name }: { name: string }) => name);
      expect([operation.path, names.includes("Idempotency-Key")]).toEqual([operation.path, takesKey(operation)]);
      if (takesKey(operation)) expect(Object.keys(shown.responses)).toContain("409");
    }
  }
});
