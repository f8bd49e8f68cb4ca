const { ContainerRegistrationKeys, MedusaError, ProductStatus } = require("@medusajs/framework/utils");
const sdk = require("@medusajs/framework/workflows-sdk");
const { acquireLockStep, addToCartWorkflow, releaseLockStep } = require("@medusajs/medusa/core-flows");
const { moneyOf } = require("../lib/money");
const { readCart } = require("../lib/stale-lines");

const refusal = (code, message) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code);
/** Finds the line of a cart that an item of a ticket has become. */
const lineOf = ({ items }, { variant_id, unit_price, metadata: { cw_ticket } }) =>
  items.find(
    (item) =>
      item.is_custom_price &&
      item.metadata?.cw_ticket === cw_ticket &&
      item.variant_id === variant_id &&
      item.unit_price === unit_price,
  );

/** Verifies a ticket and takes it for the cart. What it has added to the cart before is not added again. */
const takeTicketStep = sdk.createStep(
  "cartwright-take-ticket",
  async ({ cart_id, ticket: signed }, { container }) => {
    const cartwright = container.resolve("cartwright");
    const ticket = await cartwright.readTicket(signed);
    const cart = await readCart(container, cart_id);
    if (!cart) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no cart ${cart_id}.`);
    if (ticket.currency !== cart.currency_code.toUpperCase())
      throw refusal("wrong_currency", `The offer is in ${ticket.currency}, and the cart is not.`);
    if (ticket.order_id) throw refusal("wrong_order", "The offer is for an order that is placed already.");
    const { id, visitor_id = null, expires_at } = ticket;
    const items = await toItems(container, cart, ticket);
    const [known] = await cartwright.listCartwrightTickets({ id });
    if (known && known.cart_id !== cart_id) throw taken();
    const missing = items.filter((item) => !lineOf(cart, item));
    if (known) return new sdk.StepResponse({ id, items, missing }, null);
    const row = { id, cart_id, currency_code: cart.currency_code, expires_at, visitor_id, lines: [] };
    await cartwright.createCartwrightTickets(row).catch((error) => {
      throw error.type === MedusaError.Types.INVALID_DATA ? taken() : error;
    });
    return new sdk.StepResponse({ id, items, missing }, id);
  },
  async (id, { container }) => {
    if (id) await container.resolve("cartwright").deleteCartwrightTickets(id);
  },
);

const taken = () => refusal("ticket_taken", "The offer is in another cart or order already.");

/** The products of Cartwright have the ids of Medusa, because the plug-in sends them. */
async function toItems(container, { sales_channel_id }, { id, currency, lines }) {
  const { data: products } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product",
    fields: ["id", "status", "variants.id", "sales_channels.id"],
    filters: { id: lines.map(({ product_id }) => product_id) },
  });
  return lines.flatMap((line) => {
    const product = products.find((each) => each.id === line.product_id);
    const isSold =
      product?.status === ProductStatus.PUBLISHED &&
      product.sales_channels.some((channel) => channel.id === sales_channel_id);
    const variants = isSold ? product.variants : [];
    const variant = line.variant_id ? variants.find((each) => each.id === line.variant_id) : variants[0];
    if (!variant) throw refusal("not_sold", `The shop does not sell the product ${line.product_id}.`);
    return toPieces(line, currency).map((piece) => ({ ...piece, variant_id: variant.id, metadata: { cw_ticket: id } }));
  });
}

/** Three pieces for 10.00 are two at 3.33 and one at 3.34. */
function toPieces({ quantity, price }, currency) {
  const { minor, fromMinor } = moneyOf(currency);
  const [each, dearer] = [Math.floor(minor(price) / quantity), minor(price) % quantity];
  return [
    { quantity: quantity - dearer, unit_price: fromMinor(each) },
    { quantity: dearer, unit_price: fromMinor(each + 1) },
  ].filter((piece) => piece.quantity > 0);
}

/** The lines keep their price for as long as the ticket is valid, and in no greater quantity than it promises. */
const noteLinesStep = sdk.createStep("cartwright-note-lines", async ({ cart_id, ticket }, { container }) => {
  const cart = await readCart(container, cart_id);
  const lines = ticket.items.flatMap((item) => {
    const line = lineOf(cart, item);
    return line ? [{ id: line.id, quantity: item.quantity }] : [];
  });
  await container.resolve("cartwright").updateCartwrightTickets({ id: ticket.id, lines });
  return new sdk.StepResponse(lines);
});

exports.addOfferWorkflow = sdk.createWorkflow("cartwright-add-offer", (input) => {
  acquireLockStep({ key: input.cart_id, timeout: 2, ttl: 10 });
  const ticket = takeTicketStep(input);
  sdk
    .when("is-not-in-cart", { ticket }, ({ ticket }) => ticket.missing.length > 0)
    .then(() => {
      const added = sdk.transform({ input, ticket }, ({ input, ticket }) => ({
        cart_id: input.cart_id,
        items: ticket.missing,
      }));
      addToCartWorkflow.runAsStep({ input: added });
      noteLinesStep({ cart_id: input.cart_id, ticket });
    });
  releaseLockStep({ key: input.cart_id });
  return new sdk.WorkflowResponse(ticket);
});
