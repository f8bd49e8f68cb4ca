import { sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { make } from "../../testing/shop.ts";
import { openStock, type Stock } from "../../testing/tickets.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { createApiKey } from "../tenants.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const now = () => new Date().toISOString();
const order = (id: string, more = {}) => ({ order_id: id, platform_order_id: `#${id}`, ...more });
const orderOf = async (shop: Stock, id: string) => (await shop.read(`/orders/${id}`)).body;
const sold = async (shop: Stock) => {
  const { rows } = await services.db.execute<{ revenue: number; accepted: number }>(
    sql`select upsell_revenue::int as revenue, offers_accepted as accepted from checkout.daily_total where tenant_id = ${shop.tenantId}`,
  );
  return rows;
};
const placed = (id: string, more = {}) => make.placed(`placed_${id}`, id, 50, { occurred_at: now(), ...more });
const row = async (id: string) =>
  (await services.db.execute(sql`select * from checkout.ticket where id = ${id}`)).rows[0];
const age = (id: string, minutes: number) =>
  services.db.execute(sql`update checkout.ticket set issued_at = issued_at - make_interval(mins => ${minutes}),
    expires_at = expires_at - make_interval(mins => ${minutes}) where id = ${id}`);

describe("redeeming a ticket", () => {
  test("counts the sale at the price of the ticket, and repeats the first response for the same order", async () => {
    const shop = await openStock(services);
    const { id } = await shop.ticket({ upsell_id: "ups_a", visitor_id: "v1", cart: ["x"], placement: "cart" });
    const first = await shop.redeem(id, order("o1", { customer_id: "c1" }));
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...{ id, upsell_id: "ups_a", order_id: "o1", currency: "EUR" },
        price: 17.99,
        charged: 17.99,
        redeemed_at: expect.any(String),
      },
    ]);
    expect((await shop.redeem(id, order("o1", { charged: 5 }))).body).toEqual(first.body);
    await shop.send([placed("o1")]);
    expect(await orderOf(shop, "o1")).toMatchObject({
      customer_id: "c1",
      service_data: { upsells_accepted: ["ups_a"], service_revenue: 17.99 },
    });
    expect(await sold(shop)).toEqual([{ revenue: 1799, accepted: 1 }]);
    const events = (await shop.read("/orders/o1/events")).body.data;
    expect(events).toMatchObject([
      {
        type: "upsell.accepted",
        data: {
          product: { id: "p", title: "Product", variant_id: "p", price: 19.99 },
          discount: { type: "percentage", value: 10, amount: 2 },
          final_price: 17.99,
        },
      },
    ]);
    const { rows } = await services.db.execute(sql`select data from checkout.storefront_event where id = ${id}`);
    expect(rows).toMatchObject([{ data: { visitor_id: "v1", placement: "cart", trigger_product: null } }]);
  });

  test("a bundle is redeemed as its purchase, and an offer that was deleted since was sold all the same", async () => {
    const shop = await openStock(services);
    const bundle_id = await shop.sellsSet([{ product_id: "q", quantity: 2 }], { type: "percentage_off", value: 20 });
    const [set, offer] = [await shop.ticket({ bundle_id }), await shop.ticket()];
    await services.call("DELETE", "/checkout/v1/upsells/ups_a", { key: shop.key });
    expect((await shop.redeem(set.id, order("o1"))).body).toMatchObject({ bundle_id, charged: 12 });
    expect((await shop.redeem(offer.id, order("o1"))).status).toBe(200);
    await shop.send([placed("o1")]);
    expect((await orderOf(shop, "o1")).service_data).toMatchObject({
      ...{ bundles_purchased: [bundle_id], upsells_accepted: ["ups_a"], service_revenue: 29.99 },
    });
  });

  test("another order is refused, and the attempt is noted", async () => {
    const shop = await openStock(services);
    const { id } = await shop.ticket();
    await shop.redeem(id, order("o1"));
    const { status, body } = await shop.redeem(id, order("o2"));
    expect([status, unkeyed(body.error)]).toEqual([
      409,
      { code: "ticket_redeemed", message: "The ticket is already redeemed with the order o1." },
    ]);
    const note = { refusals: 1, refused: { reason: "redeemed", order_id: "o2" }, order_id: "o1" };
    await expect.poll(() => row(id)).toMatchObject(note);
    const headers = { "idempotency-key": "again" };
    const again = { key: shop.server, headers, body: order("o3") };
    const path = `/checkout/storefront/v1/tickets/${id}/redeem`;
    for (let n = 0; n < 2; n++) expect((await services.call("POST", path, again)).status).toBe(409);
    await expect.poll(() => row(id)).toMatchObject({ refusals: 2, refused: { order_id: "o3" } });
    expect(await sold(shop)).toMatchObject([{ accepted: 1 }]);
  });

  test("of 20 orders at the same time, exactly one gets the ticket", async () => {
    const shop = await openStock(services);
    const { id } = await shop.ticket();
    const another = services.another();
    const calls = Array.from({ length: 20 }, (_, n) =>
      shop.redeem(id, order(`o${n}`), shop.server, n % 2 ? another : services.call),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(409)]);
    await expect.poll(() => row(id)).toMatchObject({ refusals: 19 });
    expect(await sold(shop)).toMatchObject([{ accepted: 1 }]);
  });

  test("is possible later for an order that was placed in time, by a clock that is at most five minutes off", async () => {
    const shop = await openStock(services);
    const [early, late] = [await shop.ticket(), await shop.ticket()];
    await age(early.id, 34);
    expect((await shop.redeem(early.id, order("o1"))).status).toBe(200);
    await age(late.id, 90);
    const refused = await shop.redeem(late.id, order("o2"));
    expect([refused.status, refused.body.error.code]).toEqual([409, "ticket_expired"]);
    await expect.poll(() => row(late.id)).toMatchObject({ refusals: 1, refused: { reason: "expired" } });
    const then = new Date(Date.now() - 61 * 60_000).toISOString();
    expect((await shop.redeem(late.id, order("o2", { occurred_at: then }))).status).toBe(200);
  });

  test("counts what the shop charged, also if that is another price", async () => {
    const shop = await openStock(services);
    const { id } = await shop.ticket();
    expect((await shop.redeem(id, order("o1", { charged: 17.999 }))).body.error.details[0].field).toBe("charged");
    expect((await shop.redeem(id, order("o1", { charged: 25 }))).body).toMatchObject({ price: 17.99, charged: 25 });
    await shop.send([placed("o1")]);
    expect((await orderOf(shop, "o1")).service_data.service_revenue).toBe(25);
  });

  test("and what a page says of the same sale count once, in any sequence", async () => {
    const shop = await openStock(services);
    const claim = (id: string) => make.accepted(`page_${id}`, id, 17.99, { occurred_at: now(), visitor_id: "v1" });
    const [first, second] = [await shop.ticket(), await shop.ticket()];
    await shop.claim([claim("o1"), placed("o1")]);
    await shop.redeem(first.id, order("o1", { charged: 15 }));
    await shop.redeem(second.id, order("o2"));
    await shop.claim([claim("o2"), placed("o2")]);
    await shop.send([placed("o1"), placed("o2")]);
    expect((await orderOf(shop, "o1")).service_data.service_revenue).toBe(15);
    expect((await orderOf(shop, "o2")).service_data.service_revenue).toBe(17.99);
    expect(await sold(shop)).toEqual([{ revenue: 3299, accepted: 2 }]);
    expect((await shop.read("/orders/o1/events")).body.data).toHaveLength(1);
  });

  test("needs a secret key of the same store and mode", async () => {
    const [shop, other] = [await openStock(services), await openStock(services)];
    const { id } = await shop.ticket();
    const page = await shop.redeem(id, order("o1"), shop.pub);
    expect([page.status, page.body.error.code]).toEqual([403, "server_only"]);
    expect((await other.redeem(id, order("o1"))).status).toBe(404);
    const sandbox = { storeId: shop.storeId, mode: "sandbox", name: "Server", scopes: ["storefront"] } as const;
    const { key } = await createApiKey(services.db, sandbox);
    expect((await shop.redeem(id, order("o1"), key)).status).toBe(404);
    expect(await row(id)).toMatchObject({ redeemed_at: null, refusals: 0 });
  });
});

describe("a forged ticket", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const read = (jws: string, at: number) => JSON.parse(Buffer.from(jws.split(".")[at] ?? "", "base64url").toString());

  test("is refused, whatever was changed", async () => {
    const [shop, other] = [await openStock(services), await openStock(services)];
    const { id, ticket: jws } = await shop.ticket();
    const [header, claims] = [read(jws, 0), read(jws, 1)];
    const { keys } = (await services.call("GET", "/checkout/.well-known/jwks.json")).body;
    const published = keys.find(({ kid }: { kid: string }) => kid === header.kid);
    const own = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
    const jwk = await crypto.subtle.exportKey("jwk", own.publicKey);
    const forge = (more: object) => new SignJWT(claims).setProtectedHeader({ ...header, ...more });
    const forged = {
      "no algorithm": `${part({ ...header, alg: "none" })}.${part(claims)}.`,
      "the public key as a shared secret": await forge({ alg: "HS256" }).sign(Buffer.from(published.x, "base64url")),
      "another key": await forge({}).sign(own.privateKey),
      "another key, which it brings along": await forge({ jwk, kid: "own" }).sign(own.privateKey),
      "the ticket of another store": (await other.ticket()).ticket,
      "another ticket of the store": (await shop.ticket({ upsell_id: "ups_b" })).ticket,
      "another product": jws.replace(
        /\.[^.]+\./,
        `.${part({ ...claims, lines: [{ ...claims.lines[0], product_id: "q" }] })}.`,
      ),
      "another price": jws.replace(/\.[^.]+\./, `.${part({ ...claims, price: 0 })}.`),
      "another type": jws.replace(/^[^.]+/, part({ ...header, typ: "JWT" })),
      "no signature": jws.replace(/[^.]+$/, ""),
      nonsense: "x",
    };
    for (const [what, ticket] of Object.entries(forged)) {
      const { status, body } = await shop.redeem(id, order("o1", { ticket }));
      expect([status, body.error?.details?.[0]?.field], what).toEqual([400, "ticket"]);
    }
    expect(await row(id)).toMatchObject({ redeemed_at: null, refusals: 0 });
    expect((await shop.redeem("tkt_invented", order("o1"))).status).toBe(404);
    expect((await shop.redeem(id, order("o1", { ticket: jws }))).status).toBe(200);
  });
});

describe("the report of an order", () => {
  test("redeems its tickets, and is accepted even if one of them is refused", async () => {
    const shop = await openStock(services);
    const [a, b, used] = [await shop.ticket(), await shop.ticket({ upsell_id: "ups_b" }), await shop.ticket()];
    await shop.redeem(used.id, order("o0"));
    const tickets = [{ id: a.id }, { id: b.id, charged: 12 }, { id: used.id }, { id: "tkt_none" }];
    const sent = await shop.send([placed("o1", { tickets })]);
    expect(sent.body).toMatchObject({ accepted: 1, rejected: 0 });
    expect(sent.body.data[0].tickets).toMatchObject([
      { id: a.id, status: "redeemed" },
      { id: b.id, status: "redeemed" },
      { id: used.id, status: "refused", errors: [{ message: "The ticket is already redeemed with the order o0." }] },
      { id: "tkt_none", status: "refused", errors: [{ message: "Ticket tkt_none does not exist." }] },
    ]);
    const again = (await shop.send([placed("o1", { tickets })])).body.data[0];
    expect([again.status, again.tickets[0].status]).toEqual(["duplicate", "redeemed"]);
    expect((await orderOf(shop, "o1")).service_data).toMatchObject({
      ...{ upsells_accepted: ["ups_a", "ups_b"], service_revenue: 29.99 },
    });
  });

  test("of a page may not redeem tickets", async () => {
    const shop = await openStock(services);
    const { id } = await shop.ticket();
    const { body } = await shop.claim([placed("o1", { tickets: [{ id }] })]);
    expect(body.data[0]).toMatchObject({ status: "rejected", errors: [{ field: "tickets" }] });
    expect(await row(id)).toMatchObject({ redeemed_at: null });
  });
});
