/** A shopper of Medusa's store API, with a cart of their own. */
export function openTill(api) {
  const { url, key, region } = JSON.parse(api);
  const headers = { "content-type": "application/json", "x-publishable-api-key": key };
  const ask = async (path, body) => {
    const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`${url}/store${path}`, request);
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.code ? `${answer.code}: ${answer.message}` : answer.message);
    return answer;
  };
  const cents = (amount) => Math.round(amount * 100);
  let opened;
  const cart = async () => {
    opened ??= ask("/carts", { region_id: region }).then((answer) => `/carts/${answer.cart.id}`);
    return opened;
  };
  const catalogue = async () => {
    const fields = "id,title,variants.id,*variants.calculated_price";
    return (await ask(`/products?region_id=${region}&fields=${fields}`)).products;
  };
  const addLine = async (product, more) => {
    const found = (await catalogue()).find(({ id }) => id === product);
    return ask(`${await cart()}/line-items`, { variant_id: found.variants[0].id, quantity: 1, ...more });
  };
  const read = async () => (await ask(`${await cart()}?fields=id,total,*items`)).cart;

  return {
    products: async () =>
      (await catalogue()).map(({ id, title, variants: [{ calculated_price }] }) => ({
        ...{ id, title, price: cents(calculated_price.calculated_amount) },
      })),
    add: (product) => addLine(product),
    accept: async (ticket) => ask(`${await cart()}/offers`, { ticket }),
    smuggle: (product, ticket) => addLine(product, { metadata: { cw_ticket: ticket, ticket } }),
    async setQuantity(product, quantity) {
      const line = (await read()).items.find((item) => item.product_id === product);
      return ask(`${await cart()}/line-items/${line.id}`, { quantity });
    },
    async cart() {
      const { items, total } = await read();
      return { products: items.map(({ product_id }) => product_id), total: cents(total) };
    },
    async pay({ click, visitor } = {}) {
      const address = { first_name: "Ida", last_name: "Holm", address_1: "Ferry Street 1", city: "Hamburg" };
      const { id } = await read();
      await ask(`/carts/${id}`, {
        email: "ida@example.com",
        shipping_address: { ...address, postal_code: "20457", country_code: "de" },
        metadata: { ...(click && { cw_click: click }), ...(visitor && { cw_visitor: visitor }) },
      });
      const { shipping_options } = await ask(`/shipping-options?cart_id=${id}`);
      await ask(`/carts/${id}/shipping-methods`, { option_id: shipping_options[0].id });
      const { payment_collection } = await ask("/payment-collections", { cart_id: id });
      const provider_id = "pp_system_default";
      await ask(`/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id });
      const { order, error } = await ask(`/carts/${id}/complete`, {});
      if (!order) throw new Error(error.message);
      return { id: order.id, number: String(order.display_id), total: cents(order.total) };
    },
  };
}
