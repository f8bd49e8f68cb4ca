// CARTWRIGHT_URL=… CARTWRIGHT_KEY=… CARTWRIGHT_STORE=… node shop.mjs   (the key is for the purpose “Report orders”)
const { CARTWRIGHT_URL: url, CARTWRIGHT_KEY: key, CARTWRIGHT_STORE: store, WEBHOOK_SECRET: secret } = process.env;
const helper = await fetch(`${url}/sdk/v1/shop.mjs`).then((response) => response.text());
const { createShop, verifyWebhook } = await import(`data:text/javascript,${encodeURIComponent(helper)}`);
const shop = createShop({ url, key, store });

// The offers for a cart, and the currency of the store.
const cart = { visitor_id: "visitor_1", cart: ["prod_dripper"], placement: "cart" };
const { currency, offers } = await shop.offers(cart);
console.log("offers", offers.length);

// An order of 24.90, and for affiliates in cents with the cw_click that the shop kept. A rejected report throws.
const id = process.env.ORDER_ID ?? "order_node";
const placed = { order_id: id, platform_order_id: id, total: 24.9, currency };
const { accepted } = await shop.report([{ type: "order.placed", id: `placed_${id}`, ...placed }]);
const sale = { external_id: id, currency, subtotal: 2490, total: 2490, click_id: process.env.CLICK_ID };
const { data } = await shop.reportOrders([{ type: "order.placed", ...sale }]);
console.log("order", accepted, "affiliate", data[0].affiliate_id);

// The price of an accepted offer, from its ticket, which is then redeemed with the order.
const { price } = await shop.verifyTicket(process.env.TICKET);
const sold = { order_id: id, platform_order_id: id, charged: price };
const { charged } = await shop.redeemTicket(process.env.TICKET, sold);
console.log("ticket", price, "charged", charged);

// A webhook, with the bytes of its body as they arrived.
const headers = JSON.parse(process.env.WEBHOOK_HEADERS);
const event = await verifyWebhook({ body: process.env.WEBHOOK_BODY, headers, secret });
console.log("webhook", event.type);
