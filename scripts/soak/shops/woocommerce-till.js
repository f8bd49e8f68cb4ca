/** A shopper of WooCommerce's Store API, with a cart of their own, as in the blocks for cart and checkout. */
export function openTill(url) {
  let token;
  let nonce;

  async function ask(path, body) {
    // Older versions want both.
    const own = token && { "Cart-Token": token, Nonce: nonce };
    const headers = { "content-type": "application/json", ...own };
    // With the cookies of Cartwright's script, in a browser.
    const request = { headers, credentials: "include", ...(body && { method: "POST", body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/wp-json/wc/store/v1${path}`, request);
    token ??= response.headers.get("Cart-Token");
    nonce = response.headers.get("Nonce") ?? nonce;
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    return answer;
  }

  const read = () => ask("/cart");
  const add = async (product, more) => {
    if (!token) await read();
    return ask("/cart/add-item", { id: Number(product), quantity: 1, ...more });
  };

  return {
    products: async () =>
      (await ask("/products?per_page=100")).map(({ id, name, prices }) => ({
        ...{ id: String(id), title: name, price: Number(prices.price) },
      })),
    add: (product) => add(product),
    accept: (ticket) => ask("/cart/extensions", { namespace: "cartwright", data: { ticket } }),
    smuggle: (product, ticket) => add(product, { cartwright: { ticket, piece: 0, holds: true } }),
    async setQuantity(product, quantity) {
      const { key } = (await read()).items.find(({ id }) => String(id) === product);
      return ask("/cart/update-item", { key, quantity });
    },
    async cart() {
      const { items, totals } = await read();
      return { products: items.map(({ id }) => String(id)), total: Number(totals.total_price) };
    },
    async pay() {
      const { totals } = await read();
      const address = { first_name: "Ida", last_name: "Holm", address_1: "Ferry Street 1", city: "Hamburg" };
      const billing_address = { ...address, postcode: "20457", country: "DE", email: "ida@example.com" };
      const { order_id } = await ask("/checkout", { billing_address, payment_method: "cod" });
      return { id: String(order_id), number: String(order_id), total: Number(totals.total_price) };
    },
  };
}
