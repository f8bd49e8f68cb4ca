// Shows an offer in each block, and adds what is accepted to the cart, with the discount code of its ticket.
(() => {
  const withinMs = 2_000;
  /** For so long, browsers repeat an answer about offers. */
  const keptMs = 5_000;
  /** Places whose page shows the cart as it was. It loads again once no other offer follows. */
  const stale = new Set();

  const claimsOf = (ticket) => JSON.parse(atob(ticket.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));

  async function ask(url, body, method = "POST") {
    const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${response.status} ${url}`);
    return response.json();
  }

  /** What attributes an order to a link, and counts it in experiments. */
  function attributesFrom(shop) {
    const visitor = /(?:^|; )cw_visitor=([^;]*)/.exec(document.cookie)?.[1];
    const click = shop.clickId();
    return { ...(visitor && { cw_visitor: decodeURIComponent(visitor) }), ...(click && { cw_click: click }) };
  }

  async function codeOf({ address, key }, id) {
    const url = `${address}/services/checkout/storefront/v1/tickets/${id}/code?key=${encodeURIComponent(key)}`;
    const response = await fetch(url, { method: "POST", signal: AbortSignal.timeout(withinMs) });
    return (await response.json()).code ?? null;
  }

  /** Throws if the product would not cost what the shopper saw; the script then says that it was not added. */
  async function accept(place, shop, { ticket, ticket_id, price, final_price }) {
    const { root = "/", cart = "" } = place.dataset;
    const items = claimsOf(ticket).lines.map(({ variant_id, quantity }) => ({ id: Number(variant_id), quantity }));
    const isLower = final_price < price;
    const code = isLower ? await codeOf(place.dataset, ticket_id).catch(() => null) : null;
    if (isLower && !code) {
      // Asks again: while Shopify makes no codes, offers have their list price or are not shown.
      setTimeout(() => shop.cart(cart.split(",").filter(Boolean)), keptMs);
      throw new Error("There is no discount code at present.");
    }
    await ask(`${root}cart/add.js`, { items });
    const { discount_codes = [] } = await ask(`${root}cart.js`, undefined, "GET");
    const codes = [...discount_codes.map((one) => one.code), ...(code ? [code] : [])];
    const changed = await ask(`${root}cart/update.js`, { discount: codes.join(","), attributes: attributesFrom(shop) });
    const own = (changed.discount_codes ?? []).find((one) => one.code.toUpperCase() === code);
    if (code && !own?.applicable) {
      await ask(`${root}cart/update.js`, { updates: Object.fromEntries(items.map(({ id }) => [id, 0])) });
      throw new Error("Shopify did not apply the discount code.");
    }
    const added = new CustomEvent("cartwright:added", { bubbles: true, cancelable: true, detail: changed });
    // A theme that updates its cart by itself prevents the default.
    if (place.dispatchEvent(added)) stale.add(place);
  }

  for (const place of document.querySelectorAll("[data-cartwright-offers]")) {
    const { placement, cart = "" } = place.dataset;
    window.cartwright ||= [];
    window.cartwright.push((shop) =>
      shop.show({
        into: place,
        ...(placement && { placement }),
        cart: cart.split(",").filter(Boolean),
        onAccept: (line) => accept(place, shop, line),
        onEnd: () => stale.has(place) && setTimeout(() => location.reload(), 800),
      }),
    );
  }
})();
