import { sql } from "drizzle-orm";
import fc from "fast-check";
import { calculateJwkThumbprint, createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import type { Event, Shop } from "../../testing/shop.ts";
import { openStock } from "../../testing/tickets.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { assignVariant } from "./assign.ts";
import { publishedKeys, signTicket } from "./ticket-keys.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const rows = async ({ tenantId }: Shop) =>
  (await services.db.execute(sql`select * from checkout.ticket where tenant_id = ${tenantId} order by id`)).rows;

async function claimsOf(jws: string): Promise<{ header: object; claims: JWTPayload }> {
  const { body } = await services.call("GET", "/checkout/.well-known/jwks.json");
  const { protectedHeader, payload } = await jwtVerify(jws, createLocalJWKSet(body));
  return { header: protectedHeader, claims: payload };
}

describe("a ticket", () => {
  test("is signed, and has the price of the catalogue and all that was sold", async () => {
    const shop = await openStock(services);
    const made = await shop.ticket({ upsell_id: "ups_a", visitor_id: "v1", cart: ["x"], placement: "cart" });
    const sold = {
      ...{ upsell_id: "ups_a", visitor_id: "v1", currency: "EUR", list_price: 19.99, price: 17.99 },
      lines: [{ product_id: "p", quantity: 1, list_price: 19.99, price: 17.99 }],
    };
    expect(made).toMatchObject({ ...sold, applied: [] });
    const { header, claims } = await claimsOf(made.ticket);
    expect(header).toEqual({ alg: "EdDSA", typ: "cartwright-ticket+jwt", kid: expect.any(String) });
    const { rows: known } = await services.db.execute(
      sql`select updated_at from checkout.upsell where id = 'ups_a' and tenant_id = ${shop.tenantId}`,
    );
    expect(claims).toEqual({
      ...sold,
      ...{ iss: "cartwright", aud: shop.storeId, mode: "live", jti: made.id, experiments: [] },
      ...{ iat: Date.parse(made.issued_at) / 1000, exp: Date.parse(made.expires_at) / 1000 },
      revision: new Date(String(known[0]?.updated_at)).toISOString(),
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(30 * 60);
  });

  test("names the variant whose price the product has, and takes no price from the page", async () => {
    const shop = await openStock(services);
    const variants = [
      { id: "small", price: 12 },
      { id: "large", price: 18 },
    ];
    await shop.manage("PUT", "/products", { products: [{ id: "p", title: "Tea", price: 12, variants }] });
    expect((await shop.ticket()).lines).toEqual([
      { product_id: "p", variant_id: "small", quantity: 1, list_price: 12, price: 10.8 },
    ]);
    const cheaper = await shop.accept({ upsell_id: "ups_a", price: 0.01 });
    expect([cheaper.status, cheaper.body.error.details[0].field]).toEqual([400, "price"]);
  });

  test("is made for what the same question is answered, with the reason against all else", async () => {
    const shop = await openStock(services);
    const offer = { name: "X", product_id: "q", discount: { type: "percentage", value: 5 }, placement: "checkout" };
    const make = async (more: object) => (await shop.manage("POST", "/upsells", { ...offer, ...more })).id;
    const [off, triggered, unpriced] = [
      await make({ status: "draft" }),
      await make({ status: "active", trigger_products: ["boots"] }),
      await make({ status: "active", product_id: "unpriced" }),
    ];
    await shop.manage("PUT", "/products", { products: [{ id: "gone", title: "Gone", status: "archived" }] });
    const withheld = await make({ status: "active", product_id: "gone" });
    const against = async (body: object) => {
      const { status, body: answer } = await shop.accept(body);
      return [status, answer.error.code];
    };
    expect(await against({ upsell_id: "ups_none" })).toEqual([404, "not_found"]);
    expect(await against({ bundle_id: "bun_none" })).toEqual([404, "not_found"]);
    expect(await against({ upsell_id: off })).toEqual([409, "not_active"]);
    expect(await against({ upsell_id: withheld })).toEqual([409, "product_withheld"]);
    expect(await against({ upsell_id: unpriced })).toEqual([409, "price_unknown"]);
    expect(await against({ upsell_id: "ups_a", cart: ["p"] })).toEqual([409, "in_cart"]);
    expect(await against({ upsell_id: "ups_a", placement: "checkout" })).toEqual([409, "not_offered"]);
    expect(await against({ upsell_id: triggered })).toEqual([409, "not_offered"]);
    expect(await against({})).toEqual([400, "invalid_request"]);
    expect(await against({ upsell_id: "ups_a", bundle_id: "bun_a" })).toEqual([400, "invalid_request"]);
    expect(await rows(shop)).toEqual([]);
    expect((await shop.accept({ upsell_id: triggered, cart: ["boots"] })).status).toBe(201);
  });

  test("has the price of the visitor's variant, and names the experiment only where it decides", async () => {
    const shop = await openStock(services);
    const discount = { type: "percentage", value: 50 };
    const variants = [{ name: "control" }, { name: "half", changes: { offers: [{ upsell_id: "ups_a", discount }] } }];
    const { id } = await shop.manage("POST", "/experiments", { name: "Half", variants, plan: {} });
    await shop.manage("PATCH", `/experiments/${id}`, { status: "running" });
    const halves = [
      { name: "control", weight: 1 },
      { name: "half", weight: 1 },
    ];
    const visitor = ["a", "b", "c", "d", "e", "f"].find((one) => assignVariant(id, one, halves) === "half");
    const shown = await services.call("GET", `/checkout/storefront/v1/offers?visitor_id=${visitor}`, { key: shop.pub });
    expect(shown.body.offers.find(({ id }: Event) => id === "ups_a").final_price).toBe(10);
    const made = await shop.ticket({ upsell_id: "ups_a", visitor_id: visitor });
    expect(made).toMatchObject({ price: 10, applied: [{ experiment_id: id, variant: "half" }] });
    expect((await claimsOf(made.ticket)).claims.experiments).toEqual(made.applied);
    expect(await shop.ticket({ upsell_id: "ups_b", visitor_id: visitor })).toMatchObject({ price: 17.99, applied: [] });
    expect(await shop.ticket({ upsell_id: "ups_a" })).toMatchObject({ price: 17.99, applied: [] });
  });

  test("of a bundle divides the price among its products, to the last cent", async () => {
    const shop = await openStock(services);
    const set = await shop.sellsSet(
      [
        { product_id: "p", quantity: 2 },
        { product_id: "q", quantity: 1 },
        { product_id: "free", quantity: 1 },
      ],
      { type: "fixed_price", value: 40 },
    );
    expect((await shop.ticket({ bundle_id: set, product: "q" })).lines).toEqual([
      { product_id: "p", quantity: 2, list_price: 39.98, price: 33.68 },
      { product_id: "q", quantity: 1, list_price: 7.5, price: 6.32 },
      { product_id: "free", quantity: 1, list_price: 0, price: 0 },
    ]);
    expect((await shop.accept({ bundle_id: set, product: "other" })).body.error.code).toBe("not_offered");
    const unpriced = await shop.sellsSet([{ product_id: "unpriced", quantity: 1 }], { type: "fixed_price", value: 9 });
    expect((await shop.accept({ bundle_id: unpriced })).body.error.code).toBe("price_unknown");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ price: fc.nat(99_999), quantity: fc.integer({ min: 1, max: 9 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 5_000 }),
        async (parts, value) => {
          const products = parts.map(({ price }, n) => ({ id: `part${n}`, title: `Part ${n}`, price: price / 100 }));
          await shop.manage("PUT", "/products", { products });
          const components = parts.map(({ quantity }, n) => ({ product_id: `part${n}`, quantity }));
          const bundle_id = await shop.sellsSet(components, { type: "fixed_price", value });
          const { lines, price, list_price } = await shop.ticket({ bundle_id });
          const cents = (of: "price" | "list_price") =>
            lines.reduce((sum: number, line: Record<typeof of, number>) => sum + Math.round(line[of] * 100), 0);
          expect([cents("price"), cents("list_price")]).toEqual([
            Math.round(price * 100),
            Math.round(list_price * 100),
          ]);
          expect(price).toBe(value);
        },
      ),
      { numRuns: 10 },
    );
  });

  test("is made once for one Idempotency-Key, also if many ask at the same time", async () => {
    const shop = await openStock(services);
    const headers = (key: string) => ({ "idempotency-key": key });
    const body = { upsell_id: "ups_a", visitor_id: "v1" };
    const first = await shop.accept(body, headers("once"));
    expect((await shop.accept(body, headers("once"))).body).toEqual(first.body);
    expect(await rows(shop)).toHaveLength(1);
    // The catalogue of a shop that was quiet is read first, while all connections are wanted.
    const quiet = await openStock(services);
    const many = Array.from({ length: 20 }, (_, n) =>
      quiet.accept({ upsell_id: "ups_a", visitor_id: `v${n % 10}` }, headers(`key${n % 10}`)),
    );
    const answers = await Promise.all(many);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(10);
  });

  test("a visitor gets no more of them than answers about offers", async () => {
    const shop = await openStock(services);
    const asked = Array.from({ length: 40 }, () => shop.accept({ upsell_id: "ups_a", visitor_id: "v1" }));
    expect((await Promise.all(asked)).filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

describe("the keys", () => {
  const periodMs = 30 * 86_400_000;

  test("are published with their thumbprint, for this period and both beside it, the same by every process", async () => {
    const answer = await services.call("GET", "/checkout/.well-known/jwks.json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.body.keys).toHaveLength(3);
    for (const jwk of answer.body.keys) {
      expect(jwk).toEqual({ ...{ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" }, x: jwk.x, kid: jwk.kid });
      expect(jwk.kid).toBe(await calculateJwkThumbprint(jwk));
    }
    expect((await services.another()("GET", "/checkout/.well-known/jwks.json")).body).toEqual(answer.body);
  });

  test("a ticket is verified by keys that were fetched a period before or after", async () => {
    const now = Date.now();
    const jws = await signTicket({ jti: "tkt_1" }, now);
    for (const at of [now - periodMs, now, now + periodMs]) {
      await expect(jwtVerify(jws, createLocalJWKSet(await publishedKeys(at))), String(at)).resolves.toBeDefined();
    }
    await expect(jwtVerify(jws, createLocalJWKSet(await publishedKeys(now + 2 * periodMs)))).rejects.toThrow();
  });

  test("another secret has other keys", async () => {
    const own = process.env.CARTWRIGHT_SECRET;
    const kids = async () => (await publishedKeys()).keys.map(({ kid }) => kid);
    const before = await kids();
    process.env.CARTWRIGHT_SECRET = "another secret of at least thirty-two characters";
    const after = await kids();
    process.env.CARTWRIGHT_SECRET = own;
    expect(before.filter((kid) => after.includes(kid))).toEqual([]);
    expect(await kids()).toEqual(before);
  });
});

test("a ticket that was refused says so in the words of its errors", async () => {
  const shop = await openStock(services);
  const { body } = await shop.accept({ upsell_id: "ups_a", cart: ["p"] });
  expect(unkeyed(body.error)).toEqual({ code: "in_cart", message: "The product p is already in the cart." });
});
