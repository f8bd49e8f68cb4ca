import { type Discount, discountMutations, isUsable } from "./discounts.ts";
import { cents, type Line, type Order, type Product, type Subscription, type Variant } from "./records.ts";

const gid = (kind: string, id: number | string) => `gid://shopify/${kind}/${id}`;
const money = (minor: number) => ({ shopMoney: coin(minor), presentmentMoney: coin(minor) });
const coin = (minor: number) => ({ amount: (minor / 100).toFixed(2), currencyCode: "EUR" });

/** The shop behind the API: what it sells, has sold, and the discounts and webhooks that an app has made in it. */
export function createShopifyShop(takesHttp: boolean) {
  const products: Product[] = [];
  const orders: Order[] = [];
  const discounts: Discount[] = [];
  const subscriptions: Subscription[] = [];
  let ids = 6_200_407_294_252;

  /** A shopper checks out. Codes that are not valid for the cart are left out, as Shopify does. */
  function checkout(cart: { variant: number; quantity?: number }[], codes: string[] = [], at = Date.now()): Order {
    const lines = cart.map(({ variant, quantity = 1 }): Line => {
      const product = products.find(({ variants }) => variants.some(({ id }) => id === variant)) as Product;
      const { price } = product.variants.find(({ id }) => id === variant) as Variant;
      return { id: ++ids, product: product.id, variant, price, quantity, off: new Map() };
    });
    const used = codes.flatMap((code) => {
      const found = discounts.find((one) => one.code.toUpperCase() === code.toUpperCase());
      return found && isUsable(found, lines, at) ? [found] : [];
    });
    for (const discount of used) {
      discount.used++;
      let left = discount.amount;
      for (const line of lines.filter(discount.entitles)) {
        const off = Math.min(left, cents(line.price) * line.quantity);
        line.off.set(discount.code, off);
        left -= off;
      }
    }
    const time = new Date(at).toISOString().replace(/\.\d+/, "");
    const order = { id: ++ids, createdAt: time, updatedAt: time, codes: used.map(({ code }) => code), lines };
    orders.push(order);
    return order;
  }

  const root = (requireScope: (scope: string) => void) => {
    const scoped =
      <Given, Result>(scope: string, act: (given: Given) => Result) =>
      (given: Given) => {
        requireScope(scope);
        return act(given);
      };
    return {
      shop: {
        id: gid("Shop", 1),
        name: "Shop",
        currencyCode: shop.currency,
        myshopifyDomain: "shop.myshopify.com",
        taxesIncluded: true,
      },
      currentAppInstallation: () => ({
        id: gid("AppInstallation", 1),
        accessScopes: shop.scopes().map((handle) => ({ handle, description: handle })),
      }),
      products: scoped("read_products", (page: Page) => connection(products, page, toProduct)),
      product: scoped("read_products", ({ id }: { id: string }) => {
        const found = products.find((one) => gid("Product", one.id) === id);
        return found ? toProduct(found) : null;
      }),
      orders: scoped("read_orders", ({ query = "", ...page }: Page & { query?: string }) => {
        const since = /created_at:>='([^']+)'/.exec(query)?.[1] ?? "";
        const found = orders.filter(({ createdAt }) => Date.parse(createdAt) >= (Date.parse(since) || 0));
        return connection(found, page, toOrder);
      }),
      order: scoped("read_orders", ({ id }: { id: string }) => {
        const found = orders.find((one) => gid("Order", one.id) === id);
        return found ? toOrder(found) : null;
      }),
      webhookSubscriptions: (page: Page) => connection(subscriptions, page, (one) => one),
      webhookSubscriptionCreate: ({ topic, webhookSubscription: { uri, format = "JSON" } }: NewSubscription) => {
        requireScope(topic.startsWith("PRODUCTS") ? "read_products" : "read_orders");
        const refused = (message: string) => ({
          webhookSubscription: null,
          userErrors: [{ field: ["webhookSubscription", "uri"], message }],
        });
        if (!uri || !(takesHttp || uri.startsWith("https://")))
          return refused("Address protocol http:// is not supported");
        if (subscriptions.some((one) => one.topic === topic && one.uri === uri))
          return refused("Address for this topic has already been taken");
        const made = { id: gid("WebhookSubscription", ++ids), topic, uri, format };
        subscriptions.push(made);
        return { webhookSubscription: made, userErrors: [] };
      },
      webhookSubscriptionDelete: ({ id }: { id: string }) => {
        const at = subscriptions.findIndex((one) => one.id === id);
        if (at < 0) return { userErrors: [{ field: ["id"], message: "Webhook subscription does not exist" }] };
        subscriptions.splice(at, 1);
        return { deletedWebhookSubscriptionId: id, userErrors: [] };
      },
      ...discountMutations({ discounts, products, newId: () => ++ids, scoped }),
    };
  };

  const toProduct = ({ id, title, variants, status = "ACTIVE", updatedAt = "2026-11-01T00:00:00Z" }: Product) => ({
    id: gid("Product", id),
    legacyResourceId: String(id),
    title,
    handle: title.toLowerCase().replaceAll(" ", "-"),
    status,
    productType: `${title.split(" ")[0]}s`,
    updatedAt,
    featuredMedia: {
      __typename: "MediaImage",
      id: gid("MediaImage", id),
      preview: { image: { url: `https://cdn.shopify.com/${id}.png` } },
    },
    variants: (page: Page) =>
      connection(variants, page, (variant) => ({
        id: gid("ProductVariant", variant.id),
        legacyResourceId: String(variant.id),
        title: variant.title ?? "Default Title",
        price: variant.price,
        compareAtPrice: variant.compareAt ?? null,
        inventoryQuantity: variant.stock ?? 0,
        inventoryItem: { id: gid("InventoryItem", variant.id), tracked: variant.stock !== undefined },
      })),
  });

  function toOrder(order: Order) {
    const { id, createdAt, updatedAt, codes, lines, refunded } = order;
    const [total, off] = [totalOf(order), offOf(lines)];
    const applications = codes.map((code, index) => ({ __typename: "DiscountCodeApplication", index, code }));
    const all = {
      id: gid("Order", id),
      legacyResourceId: String(id),
      name: `#${id}`,
      test: false,
      createdAt,
      updatedAt,
      displayFinancialStatus: refunded ? "PARTIALLY_REFUNDED" : "PAID",
      currencyCode: "EUR",
      presentmentCurrencyCode: "EUR",
      taxesIncluded: true,
      totalPriceSet: money(total),
      currentTotalPriceSet: money(total - cents(refunded ?? "0")),
      totalDiscountsSet: money(off),
      currentTotalDiscountsSet: money(off),
      totalTaxSet: money(0),
      currentTotalTaxSet: money(0),
      totalShippingPriceSet: money(0),
      totalTipReceivedSet: money(0),
      customAttributes: [],
      discountCodes: codes,
      discountApplications: (page: Page) => connection(applications, page, (one) => one),
      shippingLines: (page: Page) => connection([], page, (one) => one),
      refunds: refunded
        ? [
            {
              id: gid("Refund", 1),
              legacyResourceId: `1${id}`,
              createdAt: updatedAt,
              totalRefundedSet: money(cents(refunded)),
            },
          ]
        : [],
      lineItems: (page: Page) =>
        connection(lines, page, (line) => ({
          id: gid("LineItem", line.id),
          title: products.find((one) => one.id === line.product)?.title ?? "",
          quantity: line.quantity,
          currentQuantity: line.quantity,
          isGiftCard: false,
          product: { legacyResourceId: String(line.product) },
          variant: { legacyResourceId: String(line.variant) },
          originalUnitPriceSet: money(cents(line.price)),
          customAttributes: [],
          discountAllocations: [...line.off].map(([code, amount]) => ({
            allocatedAmountSet: money(amount),
            discountApplication: applications.find((one) => one.code === code),
          })),
        })),
    };
    return all;
  }

  const shop = { currency: "EUR", scopes: (): string[] => [] };
  return { shop, products, orders, discounts, subscriptions, checkout, root };
}

const offOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { off }) => sum + [...off.values()].reduce((a, b) => a + b, 0), 0);

export const totalOf = ({ lines }: Pick<Order, "lines">): number =>
  lines.reduce((sum, { price, quantity }) => sum + cents(price) * quantity, 0) - offOf(lines);

/** As Shopify's webhook `orders/create` shows the order. */
export function webhookOf(order: Order, named: "code" | "title" = "code"): Record<string, unknown> {
  const { id, createdAt, updatedAt, codes, lines } = order;
  const text = (minor: number) => (minor / 100).toFixed(2);
  /** A code that several lines have for themselves is named once for each of them. */
  const indexOf = (code: string, line: number) => {
    const places = codes.flatMap((one, at) => (one === code ? [at] : []));
    const before = lines.slice(0, line).filter(({ off }) => off.has(code)).length;
    return places[Math.min(before, places.length - 1)];
  };
  return {
    id,
    name: `#${id}`,
    test: false,
    financial_status: "paid",
    created_at: createdAt,
    updated_at: updatedAt,
    currency: "EUR",
    presentment_currency: "EUR",
    taxes_included: true,
    total_price: text(totalOf(order)),
    current_total_price: text(totalOf(order)),
    total_tax: "0.00",
    total_discounts: text(offOf(lines)),
    discount_codes:
      named === "code" ? codes.map((code) => ({ code, amount: text(offOf(lines)), type: "fixed_amount" })) : [],
    discount_applications: codes.map((code) => ({
      type: named === "code" ? "discount_code" : "manual",
      [named]: code,
      value_type: "fixed_amount",
    })),
    line_items: lines.map(({ id, product, variant, price, quantity, off }, n) => ({
      id,
      product_id: product,
      variant_id: variant,
      title: "Line",
      quantity,
      current_quantity: quantity,
      price,
      discount_allocations: [...off].map(([code, amount]) => ({
        amount: text(amount),
        discount_application_index: indexOf(code, n),
      })),
    })),
    shipping_lines: [],
    refunds: [],
    note_attributes: [],
  };
}

type Page = { first?: number; after?: string };
type NewSubscription = { topic: string; webhookSubscription: { uri?: string; format?: string } };

function connection<Node, Shown>(all: readonly Node[], { first, after }: Page, show: (node: Node) => Shown) {
  if (first === undefined) throw new Error("you must provide one of first or last");
  const from = after ? Number(after) : 0;
  const nodes = all.slice(from, from + first);
  const hasNextPage = from + first < all.length;
  const endCursor = nodes.length > 0 ? String(from + nodes.length) : null;
  return { nodes: nodes.map(show), pageInfo: { hasNextPage, hasPreviousPage: from > 0, startCursor: null, endCursor } };
}
