const { ContainerRegistrationKeys } = require("@medusajs/framework/utils");

const fields = ["id", "completed_at", "currency_code", "sales_channel_id", "items.*"];

async function readCart(container, id) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "cart", fields, filters: { id } });
  return data[0];
}

/** Lines with the price of a ticket that no longer holds. Shoppers can change quantities, metadata and the region, and remove lines. */
async function staleLines(container, cart) {
  if (!cart || cart.completed_at) return [];
  const items = (cart.items ?? []).filter((item) => item.is_custom_price);
  if (items.length === 0) return [];
  const tickets = await container.resolve("cartwright").listCartwrightTickets({ cart_id: cart.id });
  const holds = ({ id: ticket, expires_at, currency_code, lines }) =>
    new Date(expires_at) > new Date() &&
    currency_code === cart.currency_code &&
    lines.every((line) => items.some((item) => item.id === line.id && isAsPromised(item, ticket, line)));
  return items.filter((item) => {
    const ticket = tickets.find(({ lines }) => lines.some(({ id }) => id === item.id));
    return ticket ? !holds(ticket) : item.metadata?.cw_ticket;
  });
}

const isAsPromised = (item, ticket, { quantity }) =>
  Number(item.quantity) === quantity && item.metadata?.cw_ticket === ticket;

module.exports = { readCart, staleLines };
