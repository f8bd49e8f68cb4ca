import { createHash, randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { csrf } from "hono/csrf";
import { secureHeaders } from "hono/secure-headers";
import { ShopError, verifyWebhook } from "../../lib/sdk/server/index.ts";
import type { Shop } from "../../lib/sdk/server/types.ts";
import { products } from "../../lib/services/simulator/products.ts";
import {
  addOnce,
  addProduct,
  type Entry,
  linesOf,
  mostOfOne,
  type Order,
  priceOf,
  setQuantity,
  shippingOf,
  withoutOldTickets,
} from "./cart.ts";
import type { Catalogue } from "./catalogue.ts";
import { createDesk } from "./desk.ts";
import { createPages, type Form, type Html, type Received } from "./pages.ts";

export type Settings = {
  /** Cartwright's address, and the shop's own. */
  url: string;
  origin: string;
  key: string;
  /** Asks for offers with the publishable key. */
  shop: Shop;
  /** Reports orders with the secret key. */
  server: Shop | undefined;
  webhookSecrets: string[];
  catalogue: Catalogue;
};

const most = { carts: 10_000, orders: 1_000, webhooks: 50 };
const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
/** The demo shop of Cartwright sells the same products, with these drawings as small pictures. */
const pictures = new Map<string, string>(products.map(({ id }) => [`${id}.svg`, read(`pictures/${id}.svg`)]));

export function createSampleShop({ url, origin, key, shop, server, webhookSecrets, catalogue }: Settings): Hono {
  const pages = createPages({ url, key, catalogue });
  const desk = createDesk(shop, server, catalogue);
  const carts = new Map<string, Entry[]>();
  const orders = new Map<string, Order>();
  const received: Received[] = [];
  /** The tickets of orders. */
  const used = new Set<string>();
  const files = { "/shop.css": read("shop.css"), "/page.js": read("page.js") };

  function cartOf(c: Context): Entry[] {
    const cart = carts.get(getCookie(c, "shop_session") ?? "") ?? [];
    withoutOldTickets(cart, used);
    return cart;
  }
  const countOf = (c: Context) => linesOf(cartOf(c)).reduce((sum, { quantity }) => sum + quantity, 0);

  function cartToFill(c: Context): Entry[] {
    const known = carts.get(getCookie(c, "shop_session") ?? "");
    if (known) return known;
    const session = randomBytes(16).toString("hex");
    const cart: Entry[] = [];
    keep(carts, session, cart, most.carts);
    setCookie(c, "shop_session", session, { httpOnly: true, sameSite: "Lax", path: "/" });
    return cart;
  }

  const show = (c: Context, page: (count: number) => Html, status: 200 | 400 | 404 = 200) =>
    c.html(page(countOf(c)), status);

  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", url],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", origin],
        connectSrc: ["'self'", url],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity: false,
      crossOriginResourcePolicy: "cross-origin",
    }),
    csrf(),
    bodyLimit({ maxSize: 1024 * 1024 }),
  );

  app.get("/shop.css", (c) => c.body(files["/shop.css"], 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/page.js", (c) => c.body(files["/page.js"], 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get("/pictures/:file{[\\w-]+\\.svg}", (c) => {
    const picture = pictures.get(c.req.param("file"));
    if (!picture) return c.notFound();
    return c.body(picture, 200, { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=3600" });
  });

  app.get("/", (c) => show(c, pages.home));
  app.get("/products/:id", (c) => {
    const item = catalogue.find(c.req.param("id"));
    return item ? show(c, (count) => pages.product(count, item)) : c.notFound();
  });

  app.get("/cart", (c) => {
    const cart = cartOf(c);
    return show(c, (count) => pages.cart(count, cart, shippingOf(cart, catalogue)));
  });
  app.post("/cart", async (c) => {
    const form = await readForm(c);
    const item = catalogue.find(form.product ?? "");
    const quantity = readQuantity(form.quantity);
    if (item && quantity) addProduct(cartToFill(c), item, quantity);
    return c.redirect("/cart", 303);
  });
  app.post("/cart/change", async (c) => {
    const form = await readForm(c);
    const quantity = readQuantity(form.quantity);
    if (quantity !== null) setQuantity(cartOf(c), form.id ?? "", quantity);
    return c.redirect("/cart", 303);
  });
  app.post("/cart/offer", async (c) => {
    const entry = await accepted(c, cartOf(c));
    return answer(c, entry, () => entry && addOnce(cartToFill(c), entry));
  });

  const emptyForm: Form = { values: {}, errors: {} };
  const checkout = (c: Context, form: Form) => {
    const cart = cartOf(c);
    if (cart.length === 0) return c.redirect("/cart", 303);
    const status = form === emptyForm ? 200 : 400;
    return show(c, (count) => pages.checkout(count, cart, shippingOf(cart, catalogue), form), status);
  };
  app.get("/checkout", (c) => checkout(c, emptyForm));
  app.post("/checkout", async (c) => {
    const values = await readForm(c);
    const errors = errorsIn(values);
    const cart = carts.get(getCookie(c, "shop_session") ?? "") ?? [];
    // The shopper sees the price first.
    if (withoutOldTickets(cart, used)) errors.card = "An offer has expired. Its products cost their full price again.";
    if (Object.keys(errors).length > 0 || cart.length === 0) return checkout(c, { values, errors });
    const { name = "", email = "", address = "" } = values;
    const order: Order = {
      id: `order_${randomBytes(12).toString("hex")}`,
      number: String(randomInt(100_000, 1_000_000)),
      at: new Date().toISOString(),
      entries: [...cart],
      customer: { id: customerId(email), name, email, address },
      shipping: shippingOf(cart, catalogue),
      greeted: false,
    };
    keep(orders, order.id, order, most.orders);
    use(cart);
    cart.length = 0;
    desk.placed(order, getCookie(c, "cw_visitor"), values.click_id || getCookie(c, "cw_click"));
    return c.redirect(`/orders/${order.id}/thanks`, 303);
  });

  app.get("/orders/:id/thanks", (c) => {
    const order = orders.get(c.req.param("id"));
    if (!order) return c.notFound();
    const page = show(c, (count) => pages.thanks(count, order));
    order.greeted = true;
    return page;
  });
  app.get("/orders/:id", (c) => {
    const order = orders.get(c.req.param("id"));
    return order ? show(c, (count) => pages.status(count, order)) : c.notFound();
  });
  app.post("/orders/:id/offer", async (c) => {
    const order = orders.get(c.req.param("id"));
    if (!order) return c.notFound();
    const entry = await accepted(c, order.entries);
    return answer(c, entry, () => {
      if (!entry || !addOnce(order.entries, entry)) return;
      use([entry]);
      desk.added(order, entry, priceOf(entry));
    });
  });

  app.get("/webhooks", (c) => show(c, (count) => pages.webhooks(count, received, webhookSecrets.length > 0)));
  app.post("/webhooks", async (c) => {
    if (webhookSecrets.length === 0) return c.text("The shop was started without --webhook-secret.", 503);
    const webhook = { body: await c.req.text(), headers: c.req.raw.headers, secret: webhookSecrets };
    received.unshift({ at: new Date().toISOString(), event: await verifyWebhook(webhook) });
    received.length = Math.min(received.length, most.webhooks);
    return c.body(null, 204);
  });

  app.notFound((c) => show(c, pages.missing, 404));
  app.onError((error, c) => {
    if (error instanceof ShopError && c.req.path === "/webhooks") return c.text(error.message, 401);
    if (error instanceof ShopError) return c.json({ message: error.message }, 503);
    if ("getResponse" in error) return (error as { getResponse(): Response }).getResponse();
    console.error(error);
    return c.text("Something went wrong in the shop.", 500);
  });

  /** What is in the cart or order already keeps its ticket. */
  async function accepted(c: Context, entries: readonly Entry[]): Promise<Entry | null> {
    const { ticket = "", product_id = "" } = await readJson(c);
    const entry = await desk.accepted(ticket, product_id);
    if (entry) withoutOldTickets([entry], used);
    return entries.find(({ id }) => id === entry?.id) ?? entry;
  }

  function use(entries: readonly Entry[]): void {
    for (const { ticket } of entries) if (ticket) used.add(ticket.id);
  }

  function answer(c: Context, entry: Entry | null, add: () => unknown): Response {
    if (!entry) return c.json({ message: "This offer is no longer available." }, 409);
    add();
    return c.json({
      price: catalogue.major(priceOf(entry) + entry.saved),
      final_price: catalogue.major(priceOf(entry)),
    });
  }

  return app;
}

function keep<T>(map: Map<string, T>, id: string, value: T, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(id, value);
}

async function readForm(c: Context): Promise<Record<string, string>> {
  const form = Object.entries(await c.req.parseBody());
  return Object.fromEntries(form.map(([name, value]) => [name, typeof value === "string" ? value.trim() : ""]));
}

/** Other pages cannot send JSON here without the shop's consent. */
async function readJson(c: Context): Promise<Record<string, string | undefined>> {
  if (!c.req.header("content-type")?.startsWith("application/json")) return {};
  const body: unknown = await c.req.json().catch(() => null);
  const pairs = Object.entries(body ?? {}).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(pairs);
}

const readQuantity = (text = "") => (/^\d{1,2}$/.test(text) && Number(text) <= mostOfOne ? Number(text) : null);

const customerId = (email: string) =>
  `customer_${createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 12)}`;

function errorsIn({ name, email = "", address, card }: Record<string, string>): Record<string, string> {
  return {
    ...(!name && { name: "Enter your name." }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && { email: "Enter an email address, such as you@example.com." }),
    ...(!address && { address: "Enter the address to deliver to." }),
    ...(card === "declined" && { card: "The card was declined, and nothing was charged. Choose the other card." }),
  };
}
