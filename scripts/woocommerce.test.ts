import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { keyPurposes } from "../lib/contract/desk/key-words.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { allScopes, openTestServices, type TestServices } from "../lib/testing/services.ts";
import { forgeriesOf, inSeconds, signedWith } from "./soak/shops/forged-tickets.ts";

// The plug-in for WooCommerce runs in PHP against the services. In place of WordPress and WooCommerce stands what is in
// its folder `tests`, which has only the functions that the plug-in uses.

const folder = join(projectDir, "docs/platforms/woocommerce");
const [dripper, filters, mug, shirt, red] = [11, 12, 13, 14, 15];
const list = { [dripper]: 24.9, [filters]: 6.9, [mug]: 14.9 };
const stale = /^An offer in the cart has expired or was changed/;

let services: TestServices;
let server: Server;
let url: string;
let key: string;
let plugin: string;
let offer: string;
let bundle: string;
let click: string;
/** Cartwright does not respond to this many calls. */
let away = 0;
/** Calls of which the response is lost on its way. */
let lost = 0;

// biome-ignore lint/suspicious/noExplicitAny: the stand-in answers each request differently
type Answer = any;
type Shop = { ask(request: string, facts?: object): Promise<Answer>; close(): void };
let shop: Shop;

const hasPhp = (() => {
  try {
    execFileSync("php", ["-r", "exit(extension_loaded('sodium') ? 0 : 1);"], { stdio: "ignore" });
    return true;
  } catch {
    console.info("The plug-in for WooCommerce is not tested: this machine has no php with sodium.");
    return false;
  }
})();

beforeAll(async () => {
  services = await openTestServices();
  const reach = getRequestListener(services.app.fetch);
  server = createServer((request, response) => {
    if (away-- > 0) return void request.destroy();
    if (lost-- > 0) response.end = () => response.destroy();
    reach(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ key } = await services.key({ store: "shop", scopes: [...allScopes, ...keyPurposes.plugin.scopes] }));
  ({ key: plugin } = await services.key({ store: "shop", scopes: keyPurposes.plugin.scopes }));
  const mira = { email: "mira@example.com", first_name: "Mira", last_name: "Berg", status: "active" };
  const { id: affiliate_id } = await call("POST", "/affiliate/v1/affiliates", mira);
  const { code } = await call("POST", "/affiliate/v1/links", { affiliate_id, destination_url: "http://shop.test/" });
  const followed = await services.visit(`/r/${code}`, { headers: { "user-agent": "Mozilla/5.0 (X11) Firefox/140.0" } });
  click = new URL(followed.headers.get("location") ?? "").searchParams.get("cw_click") ?? "";
  await services.clicksWritten();
  if (hasPhp) shop = openShop();
}, 60_000);
afterAll(async () => {
  shop?.close();
  server.closeAllConnections();
  server.close();
  await services.close();
});
afterEach(async () => {
  away = 0;
  lost = 0;
  await shop?.ask("clock", { ahead: 0 });
});

function openShop(): Shop {
  const settings = { url: `${url}/`, store: "shop", key: plugin, page_key: "pub_live_page" };
  const env = { ...process.env, CARTWRIGHT_SETTINGS: JSON.stringify(settings) };
  const child = spawn("php", [join(folder, "tests/shop.php")], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async ask(request, facts) {
      child.stdin.write(`${JSON.stringify({ ...facts, do: request })}\n`);
      const { value = "null" } = await lines.next();
      const answer = JSON.parse(value);
      if (!answer || answer.broken) throw new Error(answer?.broken ?? "The shop has ended.");
      return answer;
    },
    close: () => child.stdin.end(),
  };
}

let shoppers = 0;

/** Each shopper has a cart with the dripper. */
async function enter() {
  const shopper = `shopper ${++shoppers}`;
  const ask = (request: string, facts: object = {}) => shop.ask(request, { shopper, ...facts });
  await ask("add", { product: dripper });
  return ask;
}

const call = async (method: string, path: string, body?: object) =>
  (await services.call(method, path, { key, ...(body && { body }) })).body;
const ticketFor = async (of: object = { upsell_id: offer }, cart = [String(dripper)]): Promise<string> =>
  (await call("POST", "/checkout/storefront/v1/tickets", { ...of, cart, visitor_id: "visitor_1" })).ticket;
const orderOf = (id: number) => call("GET", `/checkout/v1/orders/${id}`);
const saleOf = async (id: number) => (await call("GET", `/affiliate/v1/orders?external_id=${id}`)).data[0];
const ticketsOf = async (state: string) => (await call("GET", `/checkout/v1/tickets?state=${state}`)).pagination.total;
const priceOf = ({ lines }: Answer, product: number) =>
  lines.filter((line: Answer) => line.product === product).reduce((sum: number, line: Answer) => sum + line.price, 0);
const ways = ["classic", "blocks"];

describe.skipIf(!hasPhp)("the plug-in for WooCommerce", () => {
  beforeAll(async () => {
    for (const [id, title] of [
      [dripper, "Ceramic dripper"],
      [filters, "Paper filters"],
      [mug, "Stoneware mug"],
    ] as const) {
      await shop.ask("product", { id, title, price: String(list[id]) });
    }
    await shop.ask("product", { id: shirt, title: "Shirt", price: "19", type: "variable" });
    const variation = { type: "variation", parent: shirt, price: "19", attributes: { colour: "red" } };
    await shop.ask("product", { id: red, title: "Shirt, red", ...variation });
    await shop.ask("run");
    const draft = {
      name: "Filters",
      product_id: String(filters),
      trigger_products: [String(dripper)],
      status: "active",
    };
    const discount = { type: "percentage", value: 10 };
    offer = (await call("POST", "/checkout/v1/upsells", { ...draft, discount, placement: "cart" })).id;
    const products = [
      { product_id: String(dripper), quantity: 1 },
      { product_id: String(mug), quantity: 3 },
    ];
    const set = { name: "Set", type: "fixed", products, pricing: { type: "fixed_price", value: 50 }, status: "active" };
    bundle = (await call("POST", "/checkout/v1/bundles", set)).id;
  });

  test("sends the products with their prices and variations, and withdraws a deleted one", async () => {
    const read = async (id: number) => (await call("GET", `/checkout/v1/products?ids=${id}`)).data[0];
    expect(await read(dripper)).toMatchObject({
      ...{
        title: "Ceramic dripper",
        price: 24.9,
        status: "active",
        url: "http://shop.test/?p=11",
        handle: "product-11",
      },
      ...{ variants: [], source: "woocommerce", tax_included: true, compare_at_price: null },
    });
    expect(await read(shirt)).toMatchObject({ price: 19, variants: [{ id: "15", title: "Shirt, red", price: 19 }] });
    const scale = { id: 16, title: "Scale", categories: ["Coffee &amp; tea"] };
    await shop.ask("product", { ...scale, price: "39", stock: 4 });
    await shop.ask("product", { ...scale, price: "35", regular: "39", stock: 3 });
    await shop.ask("run");
    expect(await read(16)).toMatchObject({
      ...{ price: 35, compare_at_price: 39, categories: ["Coffee & tea"] },
      variants: [{ id: "16", stock: 3, compare_at_price: 39 }],
    });
    await shop.ask("remove_product", { id: 16 });
    await shop.ask("run");
    expect(await read(16)).toMatchObject({ title: "Scale", status: "archived" });
  });

  test("charges as many pieces as the ticket is for, and the list price for any other number", async () => {
    const mugs = { name: "Mugs", product_id: String(mug), trigger_products: [String(dripper)], status: "active" };
    const terms = { discount: { type: "percentage", value: 10 }, placement: "cart", quantity: { least: 2, most: 3 } };
    const { id } = await call("POST", "/checkout/v1/upsells", { ...mugs, ...terms });
    let ticket = "";
    const ask = await enter();
    // What the shop may show is read again every two seconds.
    await expect
      .poll(async () => (ticket = await ticketFor({ upsell_id: id, quantity: 3 })), { timeout: 8_000 })
      .toBeTruthy();
    const each = Math.round(Number(list[mug]) * 90) / 100;
    expect(priceOf(await ask("accept", { ticket }), mug)).toBeCloseTo(3 * each, 5);
    const cart = await ask("quantity", { product: mug, quantity: 2 });
    expect(priceOf(cart, mug)).toBeCloseTo(2 * Number(list[mug]), 5);
    await call("DELETE", `/checkout/v1/upsells/${id}`);
  });

  test("adds the product of a ticket at its price, charges it, and reports the order once", async () => {
    for (const way of ways) {
      const before = await ticketsOf("redeemed");
      const ask = await enter();
      const ticket = await ticketFor();
      const { lines, total } = await ask("accept", { ticket });
      expect([lines.length, total]).toEqual([2, 31.11]);
      expect(await ask("accept", { ticket })).toEqual({ lines, total });
      const cookies = { cw_visitor: "visitor_1", cw_click: click, cw_other: "x" };
      const paid = await ask("pay", { way, cookies });
      expect(paid.total).toBe(31.11);
      expect(await ask("order", { id: paid.id })).toMatchObject({ visitor: "visitor_1", click });
      // Both services take the report, and the response is lost, so that the same is sent again.
      lost = 2;
      expect((await shop.ask("run")).left).toBe(1);
      expect(await shop.ask("run", { ahead: 20 })).toMatchObject({ left: 1 });
      lost = 0;
      expect(await shop.ask("run", { ahead: 60 })).toMatchObject({ left: 0 });
      expect(await orderOf(paid.id)).toMatchObject({
        ...{ total: 31.11, confirmed: true, platform_order_id: `W${paid.id}`, service_data: { service_revenue: 6.21 } },
      });
      expect(await saleOf(paid.id)).toMatchObject({ total: 3111, tax: 518, currency: "EUR" });
      expect(await ticketsOf("redeemed")).toBe(before + 1);
      expect(await ticketsOf("other_price")).toBe(0);
    }
  });

  test("refuses every forged ticket and adds nothing", async () => {
    const real = await ticketFor();
    const other = await services.key({ store: "other", scopes: [...allScopes, ...keyPurposes.plugin.scopes] });
    const sandbox = await services.key({
      store: "shop",
      mode: "sandbox",
      scopes: [...allScopes, ...keyPurposes.plugin.scopes],
    });
    const elsewhere = async ({ key }: { key: string }) => {
      const draft = { name: "F", product_id: String(filters), trigger_products: [String(dripper)], status: "active" };
      const body = { ...draft, discount: { type: "percentage", value: 90 }, placement: "cart" };
      const products = [{ id: String(filters), title: "Filters", price: 6.9 }];
      await services.call("PUT", "/checkout/v1/products", { key, body: { products } });
      const { id } = (await services.call("POST", "/checkout/v1/upsells", { key, body })).body;
      const question = { upsell_id: id, cart: [String(dripper)] };
      return (await services.call("POST", "/checkout/storefront/v1/tickets", { key, body: question })).body.ticket;
    };
    const line = { product_id: String(filters), quantity: 1, list_price: 6.9, price: 6.21 };
    const refused: [what: string, ticket: string, code: string][] = [
      ...Object.entries(await forgeriesOf(real, url)).map(([what, ticket]): [string, string, string] => [
        what,
        ticket,
        "wrong_signature",
      ]),
      ["not a text", "", "wrong_signature"],
      ["of another store", await elsewhere(other), "wrong_store"],
      ["of the sandbox", await elsewhere(sandbox), "wrong_store"],
      ["expired", await signedWith(real, { iat: inSeconds(-3600), exp: inSeconds(-1800) }), "expired"],
      ["in another currency", await signedWith(real, { currency: "USD" }), "wrong_currency"],
      ["for a placed order", await signedWith(real, { order_id: "1" }), "wrong_order"],
      ["for an unknown product", await signedWith(real, { lines: [{ ...line, product_id: "99" }] }), "not_sold"],
      [
        "of another product's variation",
        await signedWith(real, { lines: [{ ...line, variant_id: String(red) }] }),
        "not_sold",
      ],
      [
        "for a product without its variation",
        await signedWith(real, { lines: [{ ...line, product_id: String(shirt) }] }),
        "not_sold",
      ],
    ];
    for (const [what, ticket, code] of refused) {
      const ask = await enter();
      expect([what, await ask("accept", { ticket })]).toEqual([
        what,
        expect.objectContaining({ code: `cartwright_${code}` }),
      ]);
      expect([what, (await ask("cart")).total]).toEqual([what, 24.9]);
    }
    const ask = await enter();
    const mark = { ticket: real, piece: 0, holds: true };
    expect((await ask("add", { product: mug, ticket: real, cartwright: mark })).total).toBe(39.8);
  });

  test("gives a ticket to the first cart alone, and to one order", async () => {
    const ticket = await ticketFor();
    const [first, second] = [await enter(), await enter()];
    await first("accept", { ticket });
    const taken = { code: "cartwright_taken", status: 400 };
    expect(await second("accept", { ticket })).toMatchObject(taken);
    expect((await second("cart")).total).toBe(24.9);
    const failed = await first("pay", { way: "classic", fails: true });
    await first("add", { product: mug });
    const paid = await first("pay", { way: "blocks" });
    expect(paid.total).toBe(46.01);
    expect(await first("order", { id: failed.id })).toMatchObject({
      ...{ status: "cancelled", notes: [`The shopper placed order W${paid.id} with the same offer.`] },
    });
    expect(await first("accept", { ticket })).toMatchObject(taken);
    await shop.ask("run");
    expect(await orderOf(failed.id)).toHaveProperty("error");
  });

  test("charges the list price while the line is another one than the ticket promised", async () => {
    const ask = await enter();
    await ask("accept", { ticket: await ticketFor() });
    expect(priceOf(await ask("quantity", { product: filters, quantity: 2 }), filters)).toBe(13.8);
    expect(priceOf(await ask("quantity", { product: filters, quantity: 1 }), filters)).toBe(6.21);
  });

  test("charges the price of a bundle for all of it or not at all", async () => {
    const ask = await enter();
    await ask("remove", { product: dripper });
    const { lines, total } = await ask("accept", { ticket: await ticketFor({ bundle_id: bundle }, []) });
    expect([lines.length, total]).toEqual([2, 50]);
    // 29.90 for three pieces is not a price of one piece in cents.
    expect(priceOf({ lines }, mug) * 100).not.toBe(0);
    expect((await ask("remove", { product: dripper })).total).toBe(44.7);
    expect(await ask("pay", { way: "blocks" })).toMatchObject({ code: "cartwright_stale", status: 409 });
  });

  test("shows the new total before it is paid, if a ticket expires in the cart", async () => {
    for (const way of ways) {
      const ask = await enter();
      await ask("accept", { ticket: await ticketFor() });
      await shop.ask("clock", { ahead: 1800 });
      expect(await ask("pay", { way })).toMatchObject({ error: expect.stringMatching(stale) });
      expect((await ask("cart")).total).toBe(31.8);
      const paid = await ask("pay", { way });
      expect(paid.total).toBe(31.8);
      await shop.ask("run");
      expect(await orderOf(paid.id)).toMatchObject({ total: 31.8 });
      await shop.ask("clock", { ahead: 0 });
    }
  });

  test("charges prices without tax as the shop shows them", async () => {
    await shop.ask("taxes", { included: false });
    const ask = await enter();
    const { lines, total } = await ask("accept", { ticket: await ticketFor() });
    expect([priceOf({ lines }, filters), total]).toEqual([6.21, 37.33]);
    const { id } = await ask("pay", { way: "classic" });
    await shop.ask("run");
    expect(await orderOf(id)).toMatchObject({ total: 37.33, service_data: { service_revenue: 6.21 } });
    await shop.ask("taxes", { included: true });
  });

  test("sells and reports although Cartwright is away, and tells each order, refund and cancellation once", async () => {
    const ask = await enter();
    const ticket = await ticketFor();
    away = Number.POSITIVE_INFINITY;
    await ask("accept", { ticket });
    const { id } = await ask("pay", { way: "classic", cookies: { cw_click: click } });
    await shop.ask("refund", { id, amount: 10 });
    const first = await shop.ask("run");
    expect(first.log).toContainEqual(expect.stringContaining(`“placed” of ${id} yet. ${url} could not be reached.`));
    await shop.ask("run", { ahead: 30 });
    away = 0;
    expect(await shop.ask("run", { ahead: 3600 })).toMatchObject({ left: 0 });
    expect(await orderOf(id)).toMatchObject({ total: 31.11, refunded_amount: 10, cancelled: false });
    expect(await saleOf(id)).toMatchObject({ status: "partially_refunded", refunded_amount: 1000 });
    // Cartwright takes the next refund, and its response is lost.
    await shop.ask("refund", { id, amount: 5 });
    lost = 1;
    expect(await shop.ask("run")).toMatchObject({ left: 1 });
    expect(await shop.ask("run", { ahead: 60 })).toMatchObject({ left: 0 });
    expect(await orderOf(id)).toMatchObject({ refunded_amount: 15 });
    expect(await saleOf(id)).toMatchObject({ refunded_amount: 1500 });
    await shop.ask("status", { id, status: "completed" });
    await shop.ask("status", { id, status: "cancelled" });
    await shop.ask("run");
    expect(await orderOf(id)).toMatchObject({ cancelled: true });
    expect(await saleOf(id)).toMatchObject({ status: "cancelled" });
    await shop.ask("clock", { ahead: 3700 });
    await shop.ask("status", { id, status: "processing" });
    await shop.ask("run");
    expect(await orderOf(id)).toMatchObject({ cancelled: false, refunded_amount: 15 });
    expect(await saleOf(id)).toMatchObject({ status: "partially_refunded", refunded_amount: 1500 });
  });

  test("keeps trying a refund that arrives before its order", async () => {
    const ask = await enter();
    const { id } = await ask("pay", { way: "classic", cookies: { cw_click: click, cw_visitor: "<b>" } });
    expect(await ask("order", { id })).toMatchObject({ visitor: "" });
    await shop.ask("refund", { id, amount: 5 });
    away = 1;
    const { log } = await shop.ask("run");
    expect(log.join("\n")).toMatch(/There is no such order/);
    await shop.ask("run", { ahead: 60 });
    expect(await saleOf(id)).toMatchObject({ refunded_amount: 500 });
  });

  test("notes in the order that Cartwright refused its ticket", async () => {
    const ask = await enter();
    const ticket = await ticketFor();
    await ask("accept", { ticket });
    const [, claims = ""] = ticket.split(".");
    const { jti } = JSON.parse(Buffer.from(claims, "base64url").toString());
    await call("POST", `/checkout/storefront/v1/tickets/${jti}/redeem`, { order_id: "e", platform_order_id: "e" });
    const { id } = await ask("pay", { way: "blocks" });
    await shop.ask("run");
    expect((await ask("order", { id })).notes).toEqual([
      expect.stringMatching(/^Cartwright: The ticket .* was charged, but it is not redeemed\. .*e/),
    ]);
  });

  test("says on its settings page whether it works, and never prints the secret key", async () => {
    const says = async (entered?: object) => {
      const { html } = await shop.ask("settings", { ...(entered && { entered }) });
      expect(html).not.toContain(plugin);
      return /<p>(.*?)<\/p>/.exec(html)?.[1];
    };
    const right = { url: `${url}/`, store: "shop", page_key: "pub_live_page", is_automatic: "yes" };
    expect(await says()).toBe("Cartwright works. Mode: live. Currency: EUR.");
    // Without another key, the saved one stays.
    expect(await says({ ...right, key: "" })).toBe("Cartwright works. Mode: live. Currency: EUR.");
    expect(await says({ ...right, page_key: "pub_test_page" })).toMatch(/^The two keys do not fit/);
    expect(await says({ ...right, store: "" })).toMatch(/^Enter the address, the store and both keys/);
    expect(await says({ ...right, key: "live_unknown" })).toBe("Cartwright does not know the secret key.");
    const { key: less } = await services.key({ store: "shop", scopes: keyPurposes.report_orders.scopes });
    expect(await says({ ...right, key: less })).toMatch(/^The secret key may not do everything/);
    expect(await says({ ...right, key: plugin, url: "http://127.0.0.1:1" })).toMatch(/^Cartwright cannot be reached/);
    expect(await says(right)).toBe("Cartwright works. Mode: live. Currency: EUR.");
    const { tag, place } = await shop.ask("page");
    expect(tag).toBe(`<script async data-key="pub_live_page" src="${url}/sdk/v1/cartwright.js"></script>`);
    expect(place).toBe('<div class="cartwright-offer" data-placement="checkout"></div>');
  });
});

test("the texts of the plug-in for WooCommerce are in German and Japanese as well", () => {
  const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");
  const files = readdirSync(join(folder, "includes")).map((name) => read("includes", name));
  const texts = files.flatMap((text) => [...text.matchAll(/__\( ('.*?'), 'cartwright' \)/g)].map(([, words]) => words));
  expect(texts.length).toBeGreaterThan(30);
  for (const language of ["de_DE", "ja"]) {
    const translated = read("languages", `cartwright-${language}.l10n.php`);
    expect([...translated.matchAll(/^\t\t('.*?') =>/gm)].map(([, words]) => words).sort()).toEqual(
      [...new Set(texts)].sort(),
    );
  }
});
