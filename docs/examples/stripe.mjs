// CARTWRIGHT_URL=… CARTWRIGHT_KEY=… CARTWRIGHT_STORE=… STRIPE_KEY=… node stripe.mjs   (the key is for the purpose “Report orders”)
const { CARTWRIGHT_URL: url, CARTWRIGHT_KEY: key, CARTWRIGHT_STORE: store, STRIPE_KEY, STRIPE_URL } = process.env;
const helper = await fetch(`${url}/sdk/v1/shop.mjs`).then((response) => response.text());
const { createShop } = await import(`data:text/javascript,${encodeURIComponent(helper)}`);
const shop = createShop({ url, key, store, stripe: { key: STRIPE_KEY, url: STRIPE_URL } });

// After the payment, in your webhook of Stripe or on the page that thanks.
if (process.env.SESSION) {
  const { order_id, status, total, tickets } = await shop.readCheckout(process.env.SESSION);
  for (const { charged, status } of tickets) console.log("ticket", charged, status);
  console.log("order", order_id, status, total);
  process.exit();
}

// The shopper goes to pay: two of a product at its full price, and an accepted offer at the price of its ticket.
const product = { currency: "gbp", product: "prod_dripper", unit_amount: 2490 };
const session = await shop.createCheckout({
  session: {
    mode: "payment",
    success_url: "https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}",
    client_reference_id: process.env.ORDER_ID ?? "order_stripe",
    line_items: [{ price_data: product, quantity: 2 }],
  },
  tickets: [process.env.TICKET],
  // Stripe’s page offers what the shopper has not been asked yet.
  offers: { placement: "checkout", cart: ["prod_dripper"], visitor_id: "visitor_1" },
});
console.log("session", session.id);
