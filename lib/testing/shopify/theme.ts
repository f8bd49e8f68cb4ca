import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { type ShopifyStandIn, textOf } from "./api.ts";
import { isUsable } from "./discounts.ts";

const extension = join(import.meta.dirname, "../../../docs/platforms/shopify/extensions/offers");
const block = readFileSync(join(extension, "blocks/offers.liquid"), "utf8");

type Settings = { address: string; key: string; placement: string };
type Cart = { lines: { variant: number; quantity: number }[]; codes: string[]; attributes: Record<string, string> };

/** A page with the block of the theme app extension, and the Ajax API as its documentation describes it. */
export async function openTheme(shopify: ShopifyStandIn, settings: Settings) {
  const cart: Cart = { lines: [], codes: [], attributes: {} };
  const productOf = (variant: number) =>
    shopify.products.find(({ variants }) => variants.some(({ id }) => id === variant))?.id as number;

  /** What Liquid makes of the block, as far as the block uses Liquid. */
  const rendered = () =>
    block
      .replace(/\{% (comment|schema) %\}.*?\{% end\1 %\}/gs, "")
      .replace(/\{% for item in cart\.items %\}.*\{% endfor %\}/, () =>
        cart.lines.map(({ variant }) => productOf(variant)).join(),
      )
      .replace(/\{\{ block\.settings\.(\w+) \| escape \}\}/g, (_, name: keyof Settings) => settings[name])
      .replace("{{ routes.root_url | escape }}", "/")
      .replace("{{ block.shopify_attributes }}", "");

  function toJson() {
    const lines = cart.lines.map(({ variant, quantity }) => {
      const product = productOf(variant);
      const price = shopify.products.flatMap(({ variants }) => variants).find(({ id }) => id === variant)?.price ?? "";
      return { id: variant, product, variant, price, quantity, off: new Map() };
    });
    const applicable = (code: string) => {
      const found = shopify.discounts.find((one) => one.code === code);
      return found !== undefined && isUsable(found, lines, Date.now());
    };
    return {
      items: lines.map(({ variant, product, quantity }) => ({
        id: variant,
        variant_id: variant,
        product_id: product,
        quantity,
      })),
      attributes: cart.attributes,
      discount_codes: cart.codes.map((code) => ({ code, applicable: applicable(code) })),
    };
  }

  function add({ items }: { items: { id: number; quantity: number }[] }) {
    for (const { id, quantity } of items) {
      const known = cart.lines.find(({ variant }) => variant === id);
      if (known) known.quantity += quantity;
      else cart.lines.push({ variant: id, quantity });
    }
    return { items };
  }

  type Update = { updates?: Record<string, number>; discount?: string; attributes?: Record<string, string> };
  function update({ updates = {}, discount, attributes }: Update) {
    cart.lines = cart.lines.flatMap((line) => {
      const quantity = updates[line.variant] ?? line.quantity;
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
    if (discount !== undefined) cart.codes = discount.split(",").filter(Boolean);
    Object.assign(cart.attributes, attributes);
    return toJson();
  }

  const server = createServer(async (request, response) => {
    const sent = request.method === "POST" ? JSON.parse(await textOf(request)) : null;
    const json = (body: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    switch (request.url) {
      case "/cart/add.js":
        return json(add(sent));
      case "/cart/update.js":
        return json(update(sent));
      case "/cart.js":
        return json(toJson());
      case "/cartwright-offers.js":
        return response
          .setHeader("content-type", "text/javascript")
          .end(readFileSync(join(extension, "assets/cartwright-offers.js")));
    }
    response
      .setHeader("content-type", "text/html")
      .end(
        `<!doctype html><html lang="en"><title>Cart</title>${rendered()}<script src="/cartwright-offers.js" defer></script></html>`,
      );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  return {
    cart,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
