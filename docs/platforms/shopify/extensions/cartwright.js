/** The calls of Cartwright that an extension needs. Within `withinMs` there is an answer, or no offer. */
export function openCartwright({ address, key }, withinMs = 800) {
  const ask = async (path, { body, query = {}, method = "POST" } = {}) => {
    const url = new URL(`${address}/services/checkout/storefront/v1/${path}`);
    for (const [name, value] of Object.entries({ key, ...query })) if (value) url.searchParams.set(name, value);
    const signal = AbortSignal.timeout(withinMs);
    // As text, which needs no question of the browser before it.
    const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error?.message ?? `Status ${response.status}`);
    return answer;
  };

  return {
    /** The best offer with its texts, for its least number of pieces, or null. */
    async offer(question) {
      const { cart, ...query } = question;
      const { offers, currency, words } = await ask("offers", {
        method: "GET",
        query: { ...query, cart: cart.join() },
      });
      const [offer] = offers;
      if (offer?.final_price == null) return null;
      const { headline, ...own } = offer.words ?? {};
      const said = { ...words, ...(headline && { post_purchase: headline, thank_you: headline }), ...own };
      const { least } = offer.quantity;
      // The cents of several pieces, without the fractions of binary numbers.
      const total = (price) => Number((least * price).toFixed(3));
      const prices = { price: total(offer.price), final_price: total(offer.final_price) };
      const title = `${least > 1 ? `${least} × ` : ""}${offer.product?.title ?? ""}`;
      return { ...offer, ...prices, title, currency, words: said };
    },

    /** The ticket of an accepted offer, if its price is the one that the shopper saw. */
    async ticket(offer, { cart, placement, order }) {
      const ticket = await ask("tickets", {
        body: { upsell_id: offer.id, product_id: offer.product_id, cart, placement, order },
      });
      return ticket.price === offer.final_price ? ticket : null;
    },

    code: async (id) => (await ask(`tickets/${id}/code`)).code,
    changeset: async (id, token) => (await ask(`tickets/${id}/changeset`, { body: { token } })).token,
  };
}

/** The number in an ID such as gid://shopify/Product/7001. */
export const numberOf = (gid) => String(gid).split("/").at(-1);
