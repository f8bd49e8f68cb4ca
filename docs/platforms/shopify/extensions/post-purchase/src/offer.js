import { numberOf, openCartwright } from "../../cartwright.js";

const placement = "post_purchase";
/** Shopify adds the product only after the server has answered, and the shopper has paid already. */
const acceptMs = 4_000;

/** The offer after a purchase, and what accepting it adds to the order, at the price of its ticket. */
export function offerAfter(settings, { initialPurchase, locale, token }) {
  const cart = [...new Set(initialPurchase.lineItems.map((line) => numberOf(line.product.id)))];
  return {
    ask: () =>
      openCartwright(settings)
        .offer({ cart, placement, language: locale })
        .catch(() => null),
    async accept(offer, applyChangeset) {
      const cartwright = openCartwright(settings, acceptMs);
      const ticket = await cartwright.ticket(offer, { cart, placement });
      if (ticket) await applyChangeset(await cartwright.changeset(ticket.id, token));
      return ticket;
    },
  };
}
