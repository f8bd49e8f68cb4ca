// Fills the places for offers, and hands tickets to the plug-in by WooCommerce's Store API.
(() => {
  const { hasBlocks, cartUrl, acceptUrl, checkoutUrl } = window.cartwrightShop;
  const places = [...document.querySelectorAll(".cartwright-offer")];
  const order = document.querySelector(".cartwright-order");
  const productsOf = ({ extensions }) => extensions?.cartwright?.products ?? [];

  /** Pages may come from a cache, so the nonce and the cart are asked for. */
  async function readCart() {
    const response = await fetch(cartUrl, { credentials: "same-origin", cache: "no-store" });
    return { nonce: response.headers.get("Nonce"), products: productsOf(await response.json()) };
  }

  async function send(ticket) {
    const extension = { namespace: "cartwright", data: { ticket } };
    if (hasBlocks) return window.wc.blocksCheckout.extensionCartUpdate(extension);
    const { nonce } = await readCart();
    const headers = { "content-type": "application/json", Nonce: nonce };
    const request = { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(extension) };
    const response = await fetch(acceptUrl, request);
    if (!response.ok) throw new Error((await response.json()).message);
    const changes = document.querySelector("form.woocommerce-checkout") ? "update_checkout" : "wc_update_cart";
    for (const name of [changes, "wc_fragment_refresh"]) window.jQuery?.(document.body).trigger(name);
  }

  let isAdded = false;

  async function accept({ ticket }) {
    await send(ticket);
    isAdded = true;
  }

  /** The order is placed, so what was accepted since is in a new cart. */
  function leave() {
    if (order && isAdded) location.assign(checkoutUrl);
  }

  window.cartwright ||= [];
  window.cartwright.push(async (shop) => {
    shop.visit();
    const placed = order && JSON.parse(order.dataset.order);
    if (placed) shop.order(placed);
    if (places.length === 0) return;
    const cart = placed ? placed.products : (await readCart()).products;
    const shown = new Set();
    for (const into of places) {
      const { placement, product } = into.dataset;
      if (shown.has(placement)) continue;
      shown.add(placement);
      if (product) shop.showBundles({ into, product, onAccept: ([line]) => accept(line).then(leave) });
      else shop.show({ into, placement, cart, onAccept: accept, onEnd: leave });
    }
    if (!placed) follow(shop, cart);
  });

  /** What the shopper changes in the cart changes what is offered. */
  function follow(shop, cart) {
    let known = cart.join();
    const tell = (products) => {
      if (products.join() === known) return;
      known = products.join();
      shop.cart(products);
    };
    const carts = hasBlocks && window.wp.data.select("wc/store/cart");
    if (carts) window.wp.data.subscribe(() => tell(productsOf(carts.getCartData())), "wc/store/cart");
    const changes = "updated_wc_div updated_checkout added_to_cart removed_from_cart";
    window.jQuery?.(document.body).on(changes, async () => tell((await readCart()).products));
  }
})();
