import {
  amountsIn,
  currencyOf,
  idOf,
  lineItemsOf,
  names,
  partsOf,
  productOf,
  type ReadingContext,
  record,
  records,
  roundedIn,
  type ShopReading,
  shopperOf,
  sumOf,
  textOf,
  timeOf,
} from "./platform-order.ts";
import { salesOf } from "./sales.ts";

/** Orders on hold were placed and wait for a transfer; pending ones were only begun. */
const placedStatuses: unknown[] = ["processing", "completed", "on-hold", "refunded"];
const overStatuses: unknown[] = ["cancelled", "failed", "trash"];

const orderTopics = ["order.created", "order.updated", "order.restored"];

export function readWooCommerce(
  topic: string,
  payload: unknown,
  { currency: own, receivedAt }: ReadingContext,
): ShopReading {
  if (topic.startsWith("product.")) return readProduct(topic, record(payload, "product"), receivedAt);
  if (topic === "order.deleted") {
    const key = idOf(record(payload, "order").id, "id");
    // Only the time of arrival tells when the order was moved to the trash.
    return { order: { key, currency: own, refunds: [], cancelledIn: receivedAt, reason: "deleted" } };
  }
  if (!orderTopics.includes(topic)) return { ignored: "other_topic" };
  const order = record(payload, "order");
  if (order.status === "auto-draft" || order.status === "checkout-draft") return { ignored: "draft_order" };
  const placed = placedStatuses.includes(order.status);
  if (!placed && !overStatuses.includes(order.status)) return { ignored: "not_paid" };

  const currency = currencyOf(order.currency, "currency");
  const exact = amountsIn(currency);
  const rounded = roundedIn(currency);
  const total = exact(order.total, "total");
  const fees = records(order.fee_lines).map((fee) => rounded(fee.total ?? 0, "fee_lines.total"));
  const orderId = idOf(order.id, "id");
  const number = textOf(order.number, 100) ?? orderId;
  const customerId = order.customer_id ? textOf(order.customer_id, 200) : undefined;
  const metaOf = (of: Record<string, unknown>, name: string) =>
    records(of.meta_data).find(({ key }) => key === name || key === `_${name}`)?.value;
  const meta = (name: string) => metaOf(order, name);
  const lines = records(order.line_items);
  /** As the shop shows its prices. */
  const priceOf = (line: Record<string, unknown>, name: "subtotal" | "total") =>
    rounded(line[name] ?? 0, `line_items.${name}`) +
    (order.prices_include_tax === true ? rounded(line[`${name}_tax`] ?? 0, `line_items.${name}_tax`) : 0);
  const version = time(order, "date_modified") ?? timeOf(order.date_modified, "date_modified_gmt");
  const paidAt = time(order, "date_paid");
  return {
    order: {
      key: orderId,
      currency,
      refunds: records(order.refunds).flatMap((refund) => {
        const amount = Math.abs(exact(refund.total, "refunds.total"));
        return amount === 0 ? [] : [{ id: idOf(refund.id, "refunds.id"), amount, at: version }];
      }),
      cancelledIn: placed ? undefined : version,
      reason: placed ? undefined : textOf(order.status, 40),
      state: {
        version,
        listsRefunds: true,
        orderId,
        number,
        customerId,
        visitorId: textOf(meta(names.visitor), 200),
        total,
        placedAt: time(order, "date_created") ?? version,
        sales: salesOf(
          lines.map((line) => ({
            mark: (name) => metaOf(line, name),
            product: line.product_id || line.id,
            variant: line.variation_id || undefined,
            title: line.name,
            quantity: line.quantity,
            listed: priceOf(line, "subtotal"),
            charged: priceOf(line, "total"),
          })),
        ),
        placedIn: placed ? (topic === "order.restored" ? receivedAt : version) : paidAt,
        report: {
          ...partsOf({
            total,
            discount: exact(order.discount_total ?? 0, "discount_total") - sumOf(fees.filter((fee) => fee < 0)),
            tax: exact(order.total_tax ?? 0, "total_tax"),
            shipping: exact(order.shipping_total ?? 0, "shipping_total") + sumOf(fees.filter((fee) => fee > 0)),
          }),
          order_number: number,
          ...(customerId !== undefined && { customer_id: customerId }),
          ...shopperOf({
            email: (order.billing as Record<string, unknown> | undefined)?.email,
            ip: order.customer_ip_address,
            click: meta(names.click),
            coupons: records(order.coupon_lines).map(({ code }) => code),
          }),
          line_items: lineItemsOf(
            lines.map((line) => ({
              product: line.product_id || line.variation_id || line.id,
              sku: line.sku,
              name: line.name,
              quantity: line.quantity,
              price: Math.round(rounded(line.subtotal ?? 0, "line_items.subtotal") / Number(line.quantity) || 0),
            })),
          ),
        },
      },
    },
  };
}

/** Of the variations of a product, its own webhooks have the ids only. A published one sells to everybody. */
function readProduct(topic: string, payload: Record<string, unknown>, receivedAt: string): ShopReading {
  const { id, name, price, regular_price, on_sale, images, permalink, slug, status, categories, variations } = payload;
  const { manage_stock, stock_quantity, stock_status, backorders_allowed } = payload;
  // As with orders, only the times of arrival tell whether it was deleted or restored.
  const isOver = topic === "product.deleted" || status === "trash";
  if (isOver) return { deletedProduct: idOf(id, "id"), asOf: receivedAt };
  const [asOf, image] = [time(payload, "date_modified") ?? null, records(images)[0]?.src];
  const ids = Array.isArray(variations) ? variations : [];
  const soldOut = stock_status === "outofstock" ? { stock: 0 } : {};
  const counts = manage_stock === true && backorders_allowed !== true;
  const prices = { price, ...(on_sale === true && { compareAt: regular_price }) };
  const own =
    counts || soldOut.stock === 0 ? [{ id, ...prices, ...(counts && { stock: stock_quantity }), ...soldOut }] : [];
  return productOf({
    id,
    title: name,
    ...prices,
    image,
    url: permalink,
    handle: slug,
    status: status === undefined || status === "publish" ? "active" : "draft",
    // WordPress stores the names of categories as HTML.
    categories: records(categories).map(({ name }) => String(name).replaceAll("&amp;", "&")),
    variants: ids.length > 0 ? ids.map((id) => ({ id, ...soldOut })) : own,
    asOf: topic === "product.restored" ? receivedAt : asOf,
  });
}

/** WooCommerce writes times without a zone; those that end in `_gmt` are UTC. */
function time(payload: Record<string, unknown>, name: string): string | undefined {
  const gmt = payload[`${name}_gmt`];
  return gmt ? timeOf(`${gmt}Z`, `${name}_gmt`) : undefined;
}
