import type { ShopKind } from "./platform-names";

export type Tag = { file: string; integrity: string };

const inScript = (statements: string) => `<script>
  (window.cartwright ||= []).push((shop) => {
${statements}
  });
</script>`;

export function scriptTag(scripts: string, tag: Tag | null, key: string): string {
  const source = tag
    ? `src="${scripts}/${tag.file}"\n  integrity="${tag.integrity}" crossorigin="anonymous"`
    : `src="${scripts}/cartwright.js"`;
  return `<script ${source} async\n  data-key="${key}"></script>\n${inScript("    shop.visit();")}`;
}

export const anyProduct = "PRODUCT_ID";

type Offered = { placement: string; cart: readonly string[] };

/** The products in the cart, as the templates of a platform write them. */
const cartOf: Partial<Record<ShopKind, string>> = {
  shopify: `[{% for item in cart.items %}"{{ item.product_id }}",{% endfor %}]`,
  woocommerce: `<?php echo wp_json_encode( array_map( 'strval', array_column( WC()->cart->get_cart(), 'product_id' ) ) ); ?>`,
};

/** What the shop does with an accepted offer. */
const acceptByHand = `(line) => {
        // Send line.ticket to your server here, which adds the product to the cart.
        console.log("accepted", line.product_id, line.ticket);
      },`;

/** By the plug-in. `medusa` is the client of Medusa’s library, and `ask` sends a request to Vendure’s shop API. */
const acceptOf: Partial<Record<ShopKind, string>> = {
  medusa: `({ ticket }) =>
        medusa.client.fetch(\`/store/carts/\${cart.id}/offers\`, { method: "POST", body: { ticket } }),`,
  vendure: `({ ticket }) =>
        ask("mutation ($ticket: String!) { acceptOffer(ticket: $ticket) { id } }", { ticket }),`,
};

export function offerSnippet(kind: ShopKind, { placement, cart }: Offered): string {
  return `<div id="offer"></div>
${inScript(`    shop.show({
      into: "#offer",
      placement: ${JSON.stringify(placement)},
      // The IDs of the products in the cart.
      cart: ${cartOf[kind] ?? JSON.stringify(cart)},
      onAccept: ${acceptOf[kind] ?? acceptByHand}
    });`)}`;
}

export const orderSnippet = (currency: string) =>
  inScript(`    // The ID, the total and the currency of the order.
    shop.order({ id: "1001", total: 84, currency: "${currency}" });`);

/** Platforms with a plug-in of ours, which charges tickets and reports orders. */
const plugins = ["medusa", "vendure"] as const;
export type PluginShop = (typeof plugins)[number];

export const hasPlugin = (kind: ShopKind): kind is PluginShop => (plugins as readonly ShopKind[]).includes(kind);

const helper = (
  { url, store }: Pick<Connected, "url" | "store">,
  more = "",
) => `import { createShop } from "./shop.mjs";

const cartwright = createShop({
  url: "${url}",
  store: "${store}",
  key: process.env.CARTWRIGHT_KEY,${more}
});`;

/** What the server of a shop runs for an accepted offer and for an order, with the ID of the order that the page reports. */
export const serverSnippet = (facts: Parameters<typeof helper>[0]) => `${helper(facts)}

// When a shopper accepts an offer: add these lines to the cart at their prices, and keep the ticket with the cart.
const { lines } = await cartwright.verifyTicket(ticket);

// After the order is placed.
await cartwright.report([
  {
    type: "order.placed",
    id: \`placed_\${order.id}\`,
    order_id: order.id,
    platform_order_id: order.id,
    total: order.total,
  },
]);
// Once for each ticket of the cart.
await cartwright.redeemTicket(ticket, { order_id: order.id, platform_order_id: order.id });`;

/** With the same key, which may save products. */
export const productsSnippet = (url: string) => `// Whenever a product or its price changes, up to 500 in one request.
await fetch("${url}/services/checkout/v1/products", {
  method: "PUT",
  headers: { Authorization: \`Bearer \${process.env.CARTWRIGHT_KEY}\`, "Content-Type": "application/json" },
  body: JSON.stringify({ products: [{ id: product.id, title: product.title, price: product.price }] }),
});`;

/** `session` has parameters of Stripe, and `tickets` are those that the page got in `onAccept`. */
export const checkoutSnippet = (
  facts: Parameters<typeof helper>[0],
) => `${helper(facts, "\n  stripe: { key: process.env.STRIPE_KEY },")}

// Send the shopper to this address.
const { url } = await cartwright.createCheckout({ session, tickets });

// After the payment, with the ID from your webhook of Stripe.
await cartwright.readCheckout(id);`;

/** What is entered in the plug-in for WooCommerce, which needs no code. */
export const wooCommerceSettings = (url: string, store: string, key: string) => `Address of Cartwright  ${url}
Store                  ${store}
Publishable key        ${key}`;

type Connected = { url: string; store: string; currency: string };

export const pluginSnippets: Record<PluginShop, (facts: Connected) => string> = {
  medusa: ({ url, store, currency }) => `plugins: [
  {
    resolve: "cartwright-medusa",
    options: {
      url: "${url}",
      store: "${store}",
      currency: "${currency}",
      key: process.env.CARTWRIGHT_KEY,
    },
  },
],`,
  vendure: ({ url, store }) => `import { CartwrightPlugin } from "./cartwright-vendure/dist/plugin.js";

plugins: [
  DefaultJobQueuePlugin.init({}),
  CartwrightPlugin.init({
    url: "${url}",
    store: "${store}",
    key: process.env.CARTWRIGHT_KEY,
  }),
],`,
};
