const { ContainerRegistrationKeys } = require("@medusajs/framework/utils");
const { moneyOf } = require("./money");

const fields = [
  ...["id", "display_id", "email", "customer_id", "currency_code", "created_at", "canceled_at", "metadata"],
  ...["item_total", "shipping_total", "shipping_subtotal", "discount_subtotal", "item_tax_total", "shipping_tax_total"],
  ...["items.*", "cart.id", "promotions.code", "payment_collections.payments.refunds.*"],
];

/** Reports all that is known of an order. What Cartwright knows already has the same ids, and counts once. */
exports.reportOrder = async (container, id) => {
  const cartwright = container.resolve("cartwright");
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields, filters: { id } });
  const [order] = data;
  const { currency } = cartwright.settings;
  // Cartwright counts in one currency.
  if (order?.currency_code.toUpperCase() !== currency) return;
  const tickets = order.cart ? await cartwright.listCartwrightTickets({ cart_id: order.cart.id }) : [];
  const facts = { order, tickets, money: moneyOf(currency), refunds: refundsOf(order) };
  const { shop } = await cartwright.helper();
  const outcome = await shop.report(toEvents(facts));
  await shop.reportOrders(toAffiliateReports(facts, currency));
  for (const { id: ticket, status, errors } of outcome.data[0].tickets ?? []) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    if (status === "refused") logger.warn(`The ticket ${ticket} of the order ${id} was refused. ${errors[0].message}`);
  }
};

function toEvents({ order, tickets, money: { major }, refunds }) {
  const { id: order_id, items, customer_id, canceled_at, metadata } = order;
  const of = { order_id, platform_order_id: String(order.display_id), ...(customer_id && { customer_id }) };
  const visitor_id = tickets[0]?.visitor_id ?? metadata?.cw_visitor;
  const placed = {
    ...{ type: "order.placed", id: `placed_${order_id}`, occurred_at: timeOf(order.created_at), ...of },
    ...{ total: major(totalOf(order)), currency: order.currency_code.toUpperCase() },
    ...(visitor_id && { visitor_id }),
    line_items: items.filter(isProduct).map((item) => ({ ...lineOf(item), unit_price: major(item.unit_price) })),
    tickets: tickets.flatMap(({ id }) => {
      const sold = items.filter((item) => item.metadata?.cw_ticket === id);
      return sold.length > 0
        ? [{ id, charged: major(sum(sold, ({ quantity, unit_price }) => quantity * unit_price)) }]
        : [];
    }),
  };
  const refunded = refunds.map(({ id, amount, created_at }) => ({
    ...{ type: "order.refunded", id, occurred_at: timeOf(created_at), order_id },
    amount: major(amount),
  }));
  const cancelled = { type: "order.cancelled", id: `cancelled_${order_id}`, ...of };
  return [placed, ...refunded, ...(canceled_at ? [{ ...cancelled, occurred_at: timeOf(canceled_at) }] : [])];
}

/** The affiliate service takes amounts in minor units. */
function toAffiliateReports({ order, money: { minor }, refunds }, currency) {
  const { id: external_id, items, customer_id, email, canceled_at, metadata, promotions } = order;
  const [total, discount, shipping] = [totalOf(order), order.discount_subtotal, order.shipping_subtotal].map(minor);
  const tax = minor(order.item_tax_total + order.shipping_tax_total);
  const placed = {
    ...{ type: "order.placed", external_id, order_number: String(order.display_id), currency },
    ...{ occurred_at: timeOf(order.created_at), total, discount, shipping, tax },
    subtotal: total - tax - shipping + discount,
    line_items: items.filter(isProduct).map((item) => ({ ...lineOf(item), unit_price: minor(item.unit_price) })),
    ...(customer_id && { customer_id }),
    ...(email && { customer_email: email }),
    ...(metadata?.cw_click && { click_id: String(metadata.cw_click) }),
    coupon_codes: (promotions ?? []).flatMap((promotion) => (promotion?.code ? [promotion.code] : [])),
  };
  const refunded = refunds.map(({ id, amount, created_at }) => ({
    ...{ type: "order.refunded", external_id, refund_id: id, occurred_at: timeOf(created_at) },
    amount: minor(amount),
  }));
  const cancelled = { type: "order.cancelled", external_id, occurred_at: timeOf(canceled_at) };
  return [placed, ...(canceled_at ? [cancelled] : refunded)];
}

/** Without refunds, which Medusa takes from an order's `total`. */
const totalOf = ({ item_total, shipping_total }) => item_total + shipping_total;
const refundsOf = ({ payment_collections }) =>
  payment_collections.flatMap(({ payments }) => (payments ?? []).flatMap(({ refunds }) => refunds ?? []));
const isProduct = ({ product_id }) => Boolean(product_id);
const lineOf = ({ product_id, title, quantity }) => ({ product_id, name: title, quantity });
const sum = (things, amount) => things.reduce((total, thing) => total + amount(thing), 0);
const timeOf = (at) => new Date(at ?? Date.now()).toISOString();
