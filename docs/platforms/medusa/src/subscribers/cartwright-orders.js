const { ContainerRegistrationKeys } = require("@medusajs/framework/utils");
const { tell } = require("../lib/tell");

/** Medusa calls subscribers after the shopper has the response. */
exports.default = async function tellOfOrder({ event: { name, data }, container }) {
  const id = name === "payment.refunded" ? await orderOf(container, data.id) : data.id;
  if (id) await tell(container, "order", id);
};

async function orderOf(container, payment) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["payment_collection.order.id"];
  const { data } = await query.graph({ entity: "payment", fields, filters: { id: payment } });
  return data[0]?.payment_collection?.order?.id;
}

exports.config = { event: ["order.placed", "order.canceled", "payment.refunded"] };
