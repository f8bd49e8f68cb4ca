import { isRecord } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";
import { records } from "./platform-order.ts";
import { askShopify, type ShopifyApp } from "./shopify-admin.ts";

// What the API answers, in the form that Shopify's webhooks have, so that both are read by the same code. Pages are so
// small that their cost stays below the 1,000 points that one query may have.

type Json = Record<string, unknown>;
export type ShopifyRecord = { topic: string; deliveryId: string; payload: Json };
export type ShopifyPage = { records: ShopifyRecord[]; next: string | null };
type Reader = (db: Database, app: ShopifyApp, after: string | null) => Promise<ShopifyPage>;

type Connection = { nodes: Json[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

const inBackground = { inBackground: true };
const more = "pageInfo { hasNextPage endCursor }";
const variants = (first: number) => `variants(first: ${first}) { ${more}
  nodes { legacyResourceId title price compareAtPrice inventoryQuantity inventoryItem { tracked } } }`;
const money = "{ shopMoney { amount } }";
const lineItems = (first: number) => `lineItems(first: ${first}) { ${more}
  nodes { id title sku quantity currentQuantity isGiftCard product { legacyResourceId } variant { legacyResourceId }
    originalUnitPriceSet ${money} customAttributes { key value }
    discountAllocations { allocatedAmountSet ${money} discountApplication { index } } } }`;

const productsPage = `query Products($after: String) {
  shop { taxesIncluded }
  products(first: 20, after: $after, sortKey: ID) { ${more}
    nodes { id legacyResourceId title handle status productType updatedAt featuredMedia { preview { image { url } } } ${variants(20)} } }
}`;
const allVariants = `query Variants($id: ID!) { product(id: $id) { ${variants(250)} } }`;

const ordersPage = `query Orders($after: String, $query: String) {
  orders(first: 4, after: $after, query: $query, sortKey: CREATED_AT) { ${more}
    nodes {
      id legacyResourceId name test createdAt updatedAt cancelledAt cancelReason displayFinancialStatus currencyCode taxesIncluded
      totalPriceSet ${money} currentTotalPriceSet ${money} totalDiscountsSet ${money} currentTotalDiscountsSet ${money}
      currentTotalTaxSet ${money} totalTaxSet ${money} totalShippingPriceSet ${money} totalTipReceivedSet ${money}
      customAttributes { key value } discountCodes
      discountApplications(first: 10) { nodes { index ... on DiscountCodeApplication { code } } }
      shippingLines(first: 2) { nodes { taxLines { priceSet ${money} } } }
      refunds(first: 10) { legacyResourceId createdAt totalRefundedSet ${money} }
      ${lineItems(12)}
    } }
}`;
const allLines = `query Lines($id: ID!) { order(id: $id) { ${lineItems(90)} } }`;

/** A list within a record that is longer than its page is read again, as long as it may be. */
async function whole(db: Database, app: ShopifyApp, of: Json, name: string, query: string): Promise<Json[]> {
  const { nodes, pageInfo } = of[name] as Connection;
  if (!pageInfo.hasNextPage) return nodes;
  const [found] = Object.values(await askShopify<Json>(db, app, query, { id: of.id }, inBackground));
  return isRecord(found) ? (found[name] as Connection).nodes : nodes;
}

export const readProducts: Reader = async (db, app, after) => {
  type Page = { products: Connection; shop: Json };
  const { products, shop } = await askShopify<Page>(db, app, productsPage, { after }, inBackground);
  const page: ShopifyRecord[] = [];
  for (const product of products.nodes) {
    const all = await whole(db, app, product, "variants", allVariants);
    page.push({
      topic: "products/update",
      deliveryId: `read ${product.id} ${product.updatedAt}`,
      payload: { ...toProduct(product, all), taxes_included: shop.taxesIncluded },
    });
  }
  return { records: page, next: nextOf(products) };
};

const readDays = 60;

export const readOrders: Reader = async (db, app, after) => {
  const since = new Date(Date.now() - readDays * 86_400_000).toISOString();
  const asked = { after, query: `created_at:>='${since}'` };
  const { orders } = await askShopify<{ orders: Connection }>(db, app, ordersPage, asked, inBackground);
  const page: ShopifyRecord[] = [];
  for (const order of orders.nodes) {
    const lines = await whole(db, app, order, "lineItems", allLines);
    page.push({
      topic: "orders/updated",
      deliveryId: `read ${order.id} ${order.updatedAt}`,
      payload: toOrder(order, lines),
    });
  }
  return { records: page, next: nextOf(orders) };
};

const nextOf = ({ pageInfo }: Connection) => (pageInfo.hasNextPage ? pageInfo.endCursor : null);

const at = (of: unknown, ...path: string[]): unknown =>
  path.reduce((value, name) => (isRecord(value) ? value[name] : undefined), of);
const inShop = (of: Json, name: string) => at(of, name, "shopMoney", "amount");
const nodesOf = (of: Json, name: string) => records(at(of, name, "nodes"));
const small = (word: unknown) => (typeof word === "string" ? word.toLowerCase() : word);
const attributes = (of: Json) => records(of.customAttributes).map(({ key, value }) => ({ name: key, value }));

const toProduct = (product: Json, all: readonly Json[]): Json => ({
  id: product.legacyResourceId,
  title: product.title,
  handle: product.handle,
  status: small(product.status),
  product_type: product.productType,
  updated_at: product.updatedAt,
  image: { src: at(product, "featuredMedia", "preview", "image", "url") },
  variants: all.map((variant) => ({
    id: variant.legacyResourceId,
    title: variant.title,
    price: variant.price,
    compare_at_price: variant.compareAtPrice,
    inventory_management: at(variant, "inventoryItem", "tracked") === true ? "shopify" : null,
    inventory_quantity: variant.inventoryQuantity,
  })),
});

/** Without what names the shopper, which apps on most plans may not read. Of a refund, only the amount is read. */
const toOrder = (order: Json, lines: readonly Json[]): Json => ({
  id: order.legacyResourceId,
  name: order.name,
  test: order.test,
  created_at: order.createdAt,
  updated_at: order.updatedAt,
  cancelled_at: order.cancelledAt,
  cancel_reason: small(order.cancelReason),
  financial_status: small(order.displayFinancialStatus),
  currency: order.currencyCode,
  taxes_included: order.taxesIncluded,
  total_price: inShop(order, "totalPriceSet"),
  current_total_price: inShop(order, "currentTotalPriceSet"),
  total_discounts: inShop(order, "totalDiscountsSet"),
  current_total_discounts: inShop(order, "currentTotalDiscountsSet"),
  total_tax: inShop(order, "totalTaxSet"),
  current_total_tax: inShop(order, "currentTotalTaxSet"),
  total_shipping_price: inShop(order, "totalShippingPriceSet"),
  total_tip_received: inShop(order, "totalTipReceivedSet"),
  note_attributes: attributes(order),
  discount_codes: [order.discountCodes].flat().map((code) => ({ code })),
  discount_applications: applicationsOf(order),
  shipping_lines: nodesOf(order, "shippingLines").map((line) => ({
    tax_lines: records(line.taxLines).map((tax) => ({ price: inShop(tax, "priceSet") })),
  })),
  refunds: records(order.refunds).map((refund) => ({
    id: refund.legacyResourceId,
    created_at: refund.createdAt,
    transactions: [{ kind: "refund", status: "success", amount: inShop(refund, "totalRefundedSet") }],
  })),
  line_items: lines.map((line) => ({
    id: String(line.id).split("/").at(-1),
    product_id: at(line, "product", "legacyResourceId"),
    variant_id: at(line, "variant", "legacyResourceId"),
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    current_quantity: line.currentQuantity,
    gift_card: line.isGiftCard,
    price: inShop(line, "originalUnitPriceSet"),
    properties: attributes(line),
    discount_allocations: records(line.discountAllocations).map((one) => ({
      amount: inShop(one, "allocatedAmountSet"),
      discount_application_index: at(one, "discountApplication", "index"),
    })),
  })),
});

/** Each at its index, by which lines name it. */
function applicationsOf(order: Json): Json[] {
  const all: Json[] = [];
  for (const { index, code } of nodesOf(order, "discountApplications")) {
    all[Number(index)] = code === undefined ? {} : { type: "discount_code", code };
  }
  return Array.from(all, (one) => one ?? {});
}
