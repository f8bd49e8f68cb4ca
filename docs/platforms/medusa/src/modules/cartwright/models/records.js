const { model } = require("@medusajs/framework/utils");

/** The ticket of a line in a cart. Its key keeps a second cart from taking the same ticket. */
exports.CartwrightTicket = model.define("cartwright_ticket", {
  id: model.text().primaryKey(),
  cart_id: model.text(),
  currency_code: model.text(),
  expires_at: model.dateTime(),
  visitor_id: model.text().nullable(),
  /** The lines of the cart that have its price: `{ id, quantity }`. */
  lines: model.json(),
});

/** An order or a product of which Cartwright has yet to be told. */
exports.CartwrightReport = model.define("cartwright_report", {
  id: model.id({ prefix: "cwrep" }).primaryKey(),
  kind: model.text(),
  of: model.text(),
});
