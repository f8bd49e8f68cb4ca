import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type JWTHeaderParameters, SignJWT } from "jose";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { forgetCatalogue } from "../../services/storefront/catalogue-cache.ts";
import { signTicket } from "../../services/storefront/ticket-keys.ts";
import { createApiKey } from "../../services/tenants.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openStock, type Stock } from "../../testing/tickets.ts";
import { createShop, type ShopError } from "./index.ts";

let services: TestServices;
let stock: Stock;
let server: Server;
let url: string;
let asked: string[] = [];

beforeAll(async () => {
  services = await openTestServices();
  stock = await openStock(services);
  const reach = getRequestListener(services.app.fetch);
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    return reach(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await services.close();
});

const open = (more = {}) => createShop({ url, key: stock.server, store: stock.storeId, ...more });
const refusal = (call: Promise<unknown>): Promise<ShopError> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error,
  );
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const read = (jws: string, at: number) => JSON.parse(Buffer.from(jws.split(".")[at] ?? "", "base64url").toString());
/** Only the clock is moved. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test("a ticket is verified without a call, once the shop has the keys", async () => {
  const shop = open();
  const made = await stock.ticket({ upsell_id: "ups_a", visitor_id: "v1", cart: ["x"], placement: "cart" });
  asked = [];
  const { ticket, applied, ...facts } = made;
  const said = await shop.verifyTicket(ticket);
  expect(said).toEqual({
    ...facts,
    ...{ experiments: applied, revision: expect.any(String) },
    ...{ issued_at: new Date(made.issued_at).toISOString(), expires_at: new Date(made.expires_at).toISOString() },
  });
  await Promise.all([shop.verifyTicket(ticket), shop.verifyTicket((await stock.ticket()).ticket)]);
  expect(asked).toEqual(["/services/checkout/.well-known/jwks.json"]);
});

test("the ticket of a mix says what the shopper chose", async () => {
  const products = ["p", "q"].map((product_id) => ({ product_id, quantity: 1 }));
  const mix = {
    name: "Mix",
    type: "mix_match",
    status: "active",
    products,
    pricing: { type: "fixed_price", value: 12 },
  };
  const { id: bundle_id } = await stock.manage("POST", "/bundles", mix);
  forgetCatalogue(services.db, stock.tenantId);
  const { ticket } = await stock.ticket({ bundle_id, products: [{ product_id: "q", quantity: 2 }] });
  expect(await open().verifyTicket(ticket)).toMatchObject({
    bundle_id,
    price: 12,
    lines: [{ product_id: "q", quantity: 2, list_price: 15, price: 12 }],
  });
});

test("one call verifies a ticket and redeems it, once and at what was charged", async () => {
  const shop = open();
  const { id, ticket } = await stock.ticket();
  const order = { order_id: "o1", platform_order_id: "#1", charged: 15 };
  const redeemed = await shop.redeemTicket(ticket, order);
  expect(redeemed).toMatchObject({ id, order_id: "o1", price: 17.99, charged: 15 });
  expect(await shop.redeemTicket(ticket, order)).toEqual(redeemed);
  const again = await refusal(shop.redeemTicket(ticket, { ...order, order_id: "o2" }));
  expect([again.status, again.code]).toEqual([409, "ticket_redeemed"]);
});

test("tickets are redeemed with the report of their order", async () => {
  const [shop, { id }] = [open(), await stock.ticket()];
  const placed = { type: "order.placed", order_id: "o5", platform_order_id: "#5", total: 18 } as const;
  const { data } = await shop.report([{ ...placed, tickets: [{ id }, { id: "tkt_none" }] }]);
  expect(data[0]?.tickets?.map(({ status }) => status)).toEqual(["redeemed", "refused"]);
});

test("forged tickets are refused, whatever was changed, and make the shop ask for keys once a minute at most", async () => {
  const shop = open();
  const other = await openStock(services);
  const { ticket: jws, id } = await stock.ticket();
  await shop.verifyTicket(jws);
  asked = [];
  const [header, claims] = [read(jws, 0) as JWTHeaderParameters, read(jws, 1)];
  const { keys } = (await services.call("GET", "/checkout/.well-known/jwks.json")).body;
  const { x } = keys.find(({ kid }: { kid: string }) => kid === header.kid);
  const own = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const jwk = await crypto.subtle.exportKey("jwk", own.publicKey);
  const forge = (more: object) => new SignJWT(claims).setProtectedHeader({ ...header, ...more });
  const changed = (more: object) => jws.replace(/\.[^.]+\./, `.${part({ ...claims, ...more })}.`);
  const forged: Record<string, [ticket: string, code: string]> = {
    "no algorithm": [`${part({ ...header, alg: "none" })}.${part(claims)}.`, "wrong_signature"],
    "the public key as a shared secret": [
      await forge({ alg: "HS256" }).sign(Buffer.from(x, "base64url")),
      "wrong_signature",
    ],
    "another key": [await forge({}).sign(own.privateKey), "wrong_signature"],
    "another key, which it brings along": [
      await forge({ kid: "own", jwk, jku: `${url}/keys` }).sign(own.privateKey),
      "wrong_signature",
    ],
    "another store": [(await other.ticket()).ticket, "wrong_store"],
    sandbox: [await signTicket({ ...claims, mode: "sandbox" }, Date.now()), "wrong_store"],
    expired: [await signTicket({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }, Date.now()), "ticket_expired"],
    "another product": [changed({ lines: [{ ...claims.lines[0], product_id: "q" }] }), "wrong_signature"],
    "another price": [changed({ price: 0 }), "wrong_signature"],
    "a longer life": [changed({ exp: claims.exp + 3600 }), "wrong_signature"],
    "another type": [jws.replace(/^[^.]+/, part({ ...header, typ: "JWT" })), "wrong_signature"],
    "an unknown key": [await forge({ kid: "unknown" }).sign(own.privateKey), "wrong_signature"],
    "an extension": [jws.replace(/^[^.]+/, part({ ...header, crit: ["b64"], b64: false })), "wrong_signature"],
    nonsense: ["x", "wrong_signature"],
  };
  for (const [what, [ticket, code]] of Object.entries(forged)) {
    expect((await refusal(shop.verifyTicket(ticket))).code, what).toBe(code);
    if (what === "expired") continue;
    expect((await refusal(shop.redeemTicket(ticket, { order_id: "o9", platform_order_id: "9" }))).code, what).toBe(
      code,
    );
  }
  expect(asked).toEqual([]);
  later(61);
  for (let n = 0; n < 3; n++) {
    await refusal(shop.verifyTicket(forged["an unknown key"]?.[0] ?? ""));
    await refusal(shop.verifyTicket(forged["another key, which it brings along"]?.[0] ?? ""));
  }
  expect(asked).toEqual(["/services/checkout/.well-known/jwks.json"]);
  const { rows } = await services.db.$client.query("select order_id from checkout.ticket where id = $1", [id]);
  expect(rows).toEqual([{ order_id: null }]);
});

test("a ticket of the sandbox is for the sandbox alone", async () => {
  const sandbox = { storeId: stock.storeId, mode: "sandbox", name: "Server", scopes: ["storefront"] } as const;
  const { key } = await createApiKey(services.db, sandbox);
  const { ticket } = await stock.ticket();
  expect((await refusal(open({ key }).verifyTicket(ticket))).code).toBe("wrong_store");
});

test("an order that was placed in time redeems a ticket that has expired since", async () => {
  const shop = open();
  const { ticket } = await stock.ticket();
  const occurred_at = new Date().toISOString();
  later(3600);
  expect((await refusal(shop.verifyTicket(ticket))).code).toBe("ticket_expired");
  const order = { order_id: "o3", platform_order_id: "3" };
  expect((await refusal(shop.redeemTicket(ticket, order))).code).toBe("ticket_expired");
  expect(await shop.redeemTicket(ticket, { ...order, occurred_at })).toMatchObject({ order_id: "o3" });
});

test("after a change of the secret, the shop asks for the new keys, and refuses tickets of before", async () => {
  const shop = open();
  const before = (await stock.ticket()).ticket;
  await shop.verifyTicket(before);
  const own = process.env.CARTWRIGHT_SECRET;
  process.env.CARTWRIGHT_SECRET = "another secret of at least thirty-two characters";
  onTestFinished(() => {
    process.env.CARTWRIGHT_SECRET = own;
  });
  later(61);
  const { ticket } = await stock.ticket();
  expect(await shop.verifyTicket(ticket)).toMatchObject({ price: 17.99 });
  expect((await refusal(shop.verifyTicket(before))).code).toBe("wrong_signature");
});

test("a shop that does not reach Cartwright for its keys knows that the ticket may be right", async () => {
  const { ticket } = await stock.ticket();
  const away = await refusal(open({ url: "http://127.0.0.1:1" }).verifyTicket(ticket));
  expect([away.status, away.code]).toEqual([0, "network_error"]);
  await expect(createShop({ url, key: stock.server }).verifyTicket(ticket)).rejects.toThrow("the option store");
});
