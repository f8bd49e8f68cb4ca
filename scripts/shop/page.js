const { page, product, order, number, customer, total, currency, greeted } = document.body.dataset;
const productsOf = (body) => (body.dataset.cart ?? "").split(",").filter(Boolean);

async function send(address, body) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  await refresh();
  return answer;
}

async function refresh() {
  const text = await (await fetch(location.pathname)).text();
  const now = new DOMParser().parseFromString(text, "text/html");
  for (const part of document.querySelectorAll("[data-live]")) part.replaceWith(now.getElementById(part.id) ?? part);
}

window.cartwright ||= [];
window.cartwright.push(async (shop) => {
  const cart = productsOf(document.body);
  const offer = (placement, more) =>
    shop.show({
      placement,
      cart,
      onAccept: ({ ticket, product_id }) =>
        send(order ? `/orders/${order}/offer` : "/cart/offer", { ticket, product_id }),
      ...more,
    });

  shop.visit();
  shop.variants();
  if (page === "product") {
    shop.showBundles({
      into: "#bundles",
      product,
      onAccept: ([{ ticket }]) => send("/cart/offer", { ticket }),
    });
  }
  if (page === "cart" && cart.length > 0) offer("cart", { into: "#offer" });
  if (page === "checkout") {
    document.querySelector("[name=click_id]").value = shop.clickId() ?? "";
    offer("checkout", { into: "#offer" });
  }
  if (page === "thanks") {
    shop.order({ id: order, number, total: Number(total), currency, customer, products: cart });
    const placed = { order: { id: order, number }, customer };
    if (!greeted) await offer("post_purchase", placed);
    offer("thank_you", { into: "#offer", ...placed });
  }
});
