import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../e2e/processes.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { createSigningSecret } from "../lib/services/delivery/secrets.ts";
import { signatureHeaders } from "../lib/services/delivery/sign.ts";
import { products } from "../lib/services/simulator/products.ts";
import { createStorefrontKey } from "../lib/services/tenants.ts";
import { openTestServices, type TestServices } from "../lib/testing/services.ts";

const secret = createSigningSecret();
let services: TestServices;
let server: Server;
let url: string;
let key: string;
let pub: string;
let child: ChildProcess;
let shop: string;
let output = "";

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop", mode: "sandbox" }));
  ({ key: pub } = await createStorefrontKey(services.db, { storeId: "shop", mode: "sandbox", name: "Page" }));
  server = createServer(getRequestListener(services.app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  child = start("shop", "--store", "shop", "--url", url, "--port", "0", "--webhook-secret", secret);
  shop = await opened(child);
});
afterAll(async () => {
  // Ended already if the test of its end, which is long, has run.
  child.kill("SIGTERM");
  server.closeAllConnections();
  server.close();
  await services.close();
});

const start = (...words: string[]) =>
  spawn(process.execPath, [join(projectDir, "scripts/start.mjs"), ...words], {
    env: { ...process.env, DATABASE_URL: services.url },
    stdio: ["ignore", "pipe", "pipe"],
  });

function opened(one: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [one.stdout, one.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
        const found = /open at (\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
    }
    one.once("exit", () => reject(new Error(output)));
  });
}

/** A shopper's browser: keeps the session and follows redirects. */
function shopper(cookie = "") {
  const cookies = [cookie];
  const visit = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie: cookies.filter(Boolean).join("; "), origin: shop, ...init.headers };
    const response = await fetch(shop + path, { redirect: "manual", ...init, headers });
    cookies.push(...response.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""));
    const to = response.headers.get("location");
    if (to) return visit(to);
    return { status: response.status, path, text: await response.text(), headers: response.headers };
  };
  return {
    visit: (path: string) => visit(path),
    submit: (path: string, form: Record<string, string>) =>
      visit(path, { method: "POST", body: new URLSearchParams(form) }),
    send: (path: string, body: object) =>
      visit(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  };
}
const person = { name: "Ida <b>", email: "ida@example.com", address: "Ferry Street 1", card: "good" };
const offer = async (product_id: string, placement: string) => {
  const draft = { name: "Filters", product_id, trigger_products: ["prod_dripper"], placement, status: "active" };
  const discount = { type: "percentage", value: 10 };
  return (await services.call("POST", "/checkout/v1/upsells", { key, body: { ...draft, discount } })).body.id;
};

/** As the script in the shop's page asks for it. */
const ticketFor = async (upsell_id: string, more = {}) => {
  const body = { upsell_id, cart: ["prod_dripper"], visitor_id: "visitor_1", ...more };
  const made = (await services.call("POST", "/checkout/storefront/v1/tickets", { key: pub, body })).body;
  expect(made.error).toBeUndefined();
  return made;
};
const states = async () =>
  Object.fromEntries(
    (await services.call("GET", "/checkout/v1/tickets?per_page=100", { key })).body.data.map(
      ({ id, state, order_id }: Record<string, string>) => [id, [state, order_id]],
    ),
  );

test("a shopper follows a link, accepts offers and orders; the order is confirmed and attributed", async () => {
  const [inCart, after] = [await offer("prod_filters", "cart"), await offer("prod_mug", "post_purchase")];
  const member = { email: "mira@example.com", first_name: "Mira", last_name: "Berg", status: "active" };
  const { id: affiliate_id } = (await services.call("POST", "/affiliate/v1/affiliates", { key, body: member })).body;
  const target = { affiliate_id, destination_url: `${shop}/products/prod_dripper` };
  const { code } = (await services.call("POST", "/affiliate/v1/links", { key, body: target })).body;
  const followed = await services.visit(`/r/${code}`, { headers: { "user-agent": "Mozilla/5.0 (X11) Firefox/140.0" } });
  const landing = new URL(followed.headers.get("location") ?? "");
  expect(landing.origin).toBe(shop);
  await services.clicksWritten();

  const ida = shopper("cw_visitor=visitor_1");
  expect((await ida.visit("/")).text.match(/class="card"/g)).toHaveLength(8);
  expect((await ida.visit(landing.pathname + landing.search)).text).toContain("€24.90");
  await ida.submit("/cart", { product: "prod_dripper", quantity: "1" });
  const { id: first, ticket } = await ticketFor(inCart, { placement: "cart" });
  const accepted = await ida.send("/cart/offer", { ticket, product_id: "prod_filters" });
  expect(JSON.parse(accepted.text)).toEqual({ price: 6.9, final_price: 6.21 });
  await ida.send("/cart/offer", { ticket, product_id: "prod_filters" });
  const cart = (await ida.visit("/cart")).text;
  expect(cart).toContain("€36.01");

  expect((await ida.submit("/checkout", { ...person, card: "declined" })).text).toContain("nothing was charged");
  const click = landing.searchParams.get("cw_click") ?? "";
  const thanks = await ida.submit("/checkout", { ...person, click_id: click });
  expect(thanks.text).toContain("Thank you, Ida &lt;b&gt;");
  const id = thanks.path.split("/")[2] ?? "";
  const orderOf = async () => (await services.call("GET", `/checkout/v1/orders/${id}`, { key })).body;
  await expect.poll(orderOf).toMatchObject({ total: 36.01 });
  const { id: second, ticket: later } = await ticketFor(after, { placement: "post_purchase", order: id });
  await ida.send(`/orders/${id}/offer`, { ticket: later, product_id: "prod_mug" });
  expect((await ida.visit(`/orders/${id}`)).text).toContain("Stoneware mug");
  await expect.poll(orderOf).toMatchObject({ total: 49.42 });
  await expect.poll(orderOf).toMatchObject({ service_data: { service_revenue: 19.62 } });
  await expect.poll(states).toMatchObject({ [first]: ["redeemed", id], [second]: ["redeemed", id] });

  const sales = async () => (await services.call("GET", "/affiliate/v1/orders", { key })).body.data;
  await expect.poll(sales).toMatchObject([{ affiliate_id, total: 3601 }]);
  const commissions = await services.call("GET", "/affiliate/v1/commissions", { key });
  expect(commissions.body.data).toMatchObject([{ affiliate_id, status: "pending" }]);
});

test("prices and offers come from the shop and Cartwright, never from the browser", async () => {
  const ida = shopper();
  await ida.submit("/cart", { product: "prod_mug", quantity: "100", price: "0" });
  await ida.submit("/cart", { product: "no-such-product", quantity: "1" });
  expect((await ida.visit("/cart")).text).toContain("Your cart is empty");
  await ida.submit("/cart", { product: "prod_mug", quantity: "2" });
  expect((await ida.send("/cart/offer", { ticket: "", product_id: "prod_none" })).status).toBe(409);
  const foreign = await fetch(`${shop}/cart`, {
    method: "POST",
    body: new URLSearchParams({ product: "prod_mug", quantity: "1" }),
    headers: { origin: "https://other.example.com" },
  });
  expect(foreign.status).toBe(403);
  const { headers, text } = await ida.visit("/cart");
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  expect(text).not.toMatch(/ style=|<script>|<style| on\w+=/);
  const empty = await ida.submit("/checkout", { name: "", email: "ida", address: "" });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain("Enter an email address, such as you@example.com.");
});

test("a product costs its full price with a ticket that is forged, used or expired", async () => {
  const upsell_id = await offer("prod_grinder", "checkout");
  const { ticket } = await ticketFor(upsell_id);
  const [, claims = ""] = ticket.split(".");
  const cheaper = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), price: 0 };
  const forged = ticket.replace(claims, Buffer.from(JSON.stringify(cheaper)).toString("base64url"));
  const product_id = "prod_grinder";
  const priced = async (ida: ReturnType<typeof shopper>, ticket: string) =>
    JSON.parse((await ida.send("/cart/offer", { ticket, product_id })).text).final_price;
  expect(await priced(shopper(), forged)).toBe(89);

  const [ida, ben] = [shopper(), shopper()];
  expect([await priced(ida, ticket), await priced(ben, ticket)]).toEqual([80.1, 80.1]);
  expect((await ida.submit("/checkout", person)).text).toContain("Thank you");
  const refused = await ben.submit("/checkout", person);
  expect([refused.status, refused.text.includes("€89.00")]).toEqual([400, true]);
  expect(refused.text).toContain("An offer has expired. Its products cost their full price again.");
  expect((await ben.submit("/checkout", person)).text).toContain("€89.00");
  expect(await priced(shopper(), ticket)).toBe(89);
});

test("the products of the shop are in Cartwright, with pictures that the shop serves", async () => {
  const { body } = await services.call("GET", "/checkout/v1/products?ids=prod_mug", { key });
  expect(body.data).toMatchObject([{ title: "Stoneware mug", price: 14.9, url: `${shop}/products/prod_mug` }]);
  const picture = await fetch(body.data[0].image_url);
  expect(picture.headers.get("content-type")).toBe("image/svg+xml");
  for (const { id } of products) {
    const drawing = await (await fetch(`${shop}/pictures/${id}.svg`)).text();
    expect(drawing, id).toMatch(/^<svg /);
    expect(drawing, id).not.toMatch(/<\w+[^>]*\s([\w-]+)="[^>]*\s\1="/);
  }
});

test("signed webhooks are listed, and others are refused", async () => {
  const body = '{"id":"evt_1","type":"upsell.accepted","created_at":"2026-01-15T09:30:00Z","data":{"n":"<b>"}}';
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders({ eventId: "evt_1", body, timestamp, secrets: [secret] });
  const post = (sent: RequestInit) => fetch(`${shop}/webhooks`, { method: "POST", body, ...sent });
  const type = { "content-type": "application/json" };
  expect((await post({ headers: { ...type, ...headers, "webhook-id": "evt_2" } })).status).toBe(401);
  expect((await post({ headers: { ...type, ...headers } })).status).toBe(204);
  const page = await (await fetch(`${shop}/webhooks`)).text();
  expect(page.match(/upsell\.accepted/g)).toHaveLength(2);
  expect(page).toContain("&lt;b&gt;");
});

test("the shop sells on while Cartwright is away, and tells it the order afterwards; its keys end with it", {
  tags: "long",
  timeout: 60_000,
}, async () => {
  const ida = shopper();
  await ida.submit("/cart", { product: "prod_kettle", quantity: "1" });
  const { id: sold, ticket } = await ticketFor(await offer("prod_filters", "checkout"));
  await ida.send("/cart/offer", { ticket: (await ticketFor(await offer("prod_mug", "checkout"))).ticket });
  const port = Number(new URL(url).port);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  // The shop has the keys, so it knows the price.
  expect(JSON.parse((await ida.send("/cart/offer", { ticket })).text).final_price).toBe(6.21);
  const id = (await ida.submit("/checkout", person)).path.split("/")[2];
  await expect.poll(() => output).toContain("could not be reached");
  server.listen(port, "127.0.0.1");
  const order = async () => (await services.call("GET", `/checkout/v1/orders/${id}`, { key })).body;
  await expect.poll(order, { timeout: 30_000 }).toMatchObject({ total: 88.62 });
  await expect.poll(states, { timeout: 30_000 }).toMatchObject({ [sold]: ["redeemed", id] });

  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const keys = (await services.db.$client.query("select revoked_at from checkout.api_key where name = 'Sample shop'"))
    .rows;
  expect(keys.map(({ revoked_at }) => revoked_at !== null)).toEqual([true, true]);
});

test("wrong options are explained", { tags: "long" }, async () => {
  const said = async (...words: string[]) =>
    (await run(["scripts/shop.ts", ...words], { DATABASE_URL: services.url })).said;
  const outputs = await Promise.all([
    said("--port", "0"),
    said("--store", "shop", "--key", "pub_test_x", "--port", new URL(url).port),
    said("--store", "nobody", "--port", "0"),
  ]);
  expect(outputs[0]).toContain("--store is required.");
  expect(outputs[1]).toContain("is in use. Choose another one with --port.");
  expect(outputs[2]).toContain("Store nobody does not exist");
});
