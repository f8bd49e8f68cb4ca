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

export function offerSnippet(kind: ShopKind, { placement, cart }: Offered): string {
  return `<div id="offer"></div>
${inScript(`    shop.show({
      into: "#offer",
      placement: ${JSON.stringify(placement)},
      // The IDs of the products in the cart.
      cart: ${cartOf[kind] ?? JSON.stringify(cart)},
      onAccept: (line) => {
        // Add the product to the cart of your shop here.
        console.log("accepted", line.product_id, line.final_price);
      },
    });`)}`;
}

export const orderSnippet = (currency: string) =>
  inScript(`    // The ID, the total and the currency of the order.
    shop.order({ id: "1001", total: 84, currency: "${currency}" });`);

export type CodedShop = "medusa" | "vendure" | "own";

const createShop = (url: string) =>
  `const cartwright = createShop({ url: "${url}", key: process.env.CARTWRIGHT_KEY });`;

/** What the server of a shop runs for each order that is placed. */
export const serverSnippets: Record<CodedShop, (url: string) => string> = {
  own: (url) => `import { createShop } from "./shop.mjs";

${createShop(url)}

// With the ID of the order that the page reports.
await cartwright.report([
  {
    type: "order.placed",
    id: \`placed_\${order.id}\`,
    order_id: order.id,
    platform_order_id: order.id,
    total: order.total,
  },
]);`,
  medusa: (url) => `// src/subscribers/cartwright.ts
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { createShop } from "../lib/shop.mjs";

${createShop(url)}

export default async function reportOrder({ event, container }: SubscriberArgs<{ id: string }>) {
  const { data } = await container.resolve("query").graph({
    entity: "order",
    fields: ["id", "display_id", "total", "currency_code"],
    filters: { id: event.data.id },
  });
  const [order] = data;
  await cartwright.report([
    {
      type: "order.placed",
      id: \`placed_\${order.id}\`,
      order_id: order.id,
      platform_order_id: String(order.display_id),
      total: Number(order.total),
      currency: order.currency_code.toUpperCase(),
    },
  ]);
}

export const config: SubscriberConfig = { event: "order.placed" };`,
  vendure: (url) => `// src/plugins/cartwright.plugin.ts
import type { OnApplicationBootstrap } from "@nestjs/common";
import { EventBus, OrderPlacedEvent, PluginCommonModule, VendurePlugin } from "@vendure/core";
import { createShop } from "./shop.mjs";

${createShop(url)}

@VendurePlugin({ imports: [PluginCommonModule] })
export class CartwrightPlugin implements OnApplicationBootstrap {
  constructor(private eventBus: EventBus) {}

  onApplicationBootstrap() {
    this.eventBus.ofType(OrderPlacedEvent).subscribe(({ order }) => {
      const { code, totalWithTax, currencyCode } = order;
      cartwright
        .report([
          {
            type: "order.placed",
            id: \`placed_\${code}\`,
            order_id: code,
            platform_order_id: code,
            total: totalWithTax / 100,
            currency: currencyCode,
          },
        ])
        .catch((error) => console.error(error));
    });
  }
}`,
};
