import { numberOf, openCartwright } from "../../cartwright.js";

const placement = "thank_you";

/** The offer for the order that was just placed, and what accepting it opens: a new checkout with the product and its code. */
export function offerFor({ settings, order, lines, language, storefront }) {
  const cartwright = openCartwright(settings);
  const cart = [...new Set(lines.map((line) => numberOf(line.merchandise.product.id)))];
  const question = { cart, placement, order: numberOf(order) };
  return {
    ask: () => cartwright.offer({ ...question, language }),
    async accept(offer) {
      const ticket = await cartwright.ticket(offer, question);
      if (!ticket) return null;
      const code = offer.final_price < offer.price ? await cartwright.code(ticket.id) : null;
      if (offer.final_price < offer.price && !code) return null;
      const items = ticket.lines.map(({ variant_id, quantity }) => `${variant_id}:${quantity}`).join();
      return `${storefront.replace(/\/$/, "")}/cart/${items}${code ? `?discount=${code}` : ""}`;
    },
  };
}
