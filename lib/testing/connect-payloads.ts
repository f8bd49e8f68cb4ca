import type { Payload } from "./connect.ts";

// Payloads as the platforms' public documentation shows them, without the fields that Cartwright does not read.

const money = (shop: string, currency: string, shown = shop, paidIn = currency) => ({
  shop_money: { amount: shop, currency_code: currency },
  presentment_money: { amount: shown, currency_code: paidIn },
});

export const shopify = {
  money,
  /** Two mugs of 20.00, 5.00 off, 4.90 to ship, 6.37 tax on top: 46.27. */
  order: (more: Payload = {}): Payload => ({
    id: 6200407294252,
    name: "#1001",
    order_number: 1001,
    test: false,
    created_at: "2025-10-09T11:00:00-04:00",
    updated_at: "2025-10-09T11:00:01-04:00",
    cancelled_at: null,
    cancel_reason: null,
    currency: "EUR",
    presentment_currency: "EUR",
    email: "jon@example.com",
    browser_ip: "216.191.105.146",
    customer: { id: 7207119551, email: "jon@example.com" },
    taxes_included: false,
    total_price: "46.27",
    current_total_price: "46.27",
    total_tax: "6.37",
    total_discounts: "5.00",
    total_tip_received: "0.00",
    total_shipping_price_set: money("4.90", "EUR"),
    discount_codes: [{ code: "MIRA10", amount: "5.00", type: "fixed_amount" }],
    note_attributes: [{ name: "cw_visitor", value: "visitor_1" }],
    line_items: [
      { id: 1, product_id: 7001, title: "Mug", sku: "MUG", quantity: 2, current_quantity: 2, price: "20.00" },
    ],
    shipping_lines: [{ price: "4.90", tax_lines: [] }],
    refunds: [],
    ...more,
  }),
  refund: (id: number, amount: string, more: Payload = {}): Payload => ({
    id,
    order_id: 6200407294252,
    created_at: "2025-10-10T11:00:00-04:00",
    transactions: [{ id: 1, kind: "refund", status: "success", amount, currency: "EUR" }],
    ...more,
  }),
};

export const woocommerce = {
  /** Two mugs of 20.00, 5.00 off, 4.90 to ship, 6.37 tax on top: 46.27. */
  order: (more: Payload = {}): Payload => ({
    id: 727,
    number: "727",
    status: "processing",
    currency: "EUR",
    prices_include_tax: false,
    date_created_gmt: "2025-10-09T15:00:00",
    date_modified_gmt: "2025-10-09T15:00:01",
    date_paid_gmt: "2025-10-09T15:00:01",
    discount_total: "5.00",
    shipping_total: "4.90",
    total: "46.27",
    total_tax: "6.37",
    customer_id: 12,
    customer_ip_address: "192.0.2.7",
    billing: { email: "jon@example.com" },
    meta_data: [{ id: 1, key: "_cw_visitor", value: "visitor_1" }],
    line_items: [
      {
        id: 315,
        name: "Mug",
        product_id: 93,
        variation_id: 0,
        quantity: 2,
        subtotal: "40.00",
        total: "35.00",
        sku: "MUG",
      },
    ],
    fee_lines: [],
    coupon_lines: [{ id: 1, code: "MIRA10", discount: "5.00" }],
    refunds: [],
    ...more,
  }),
};

export const stripe = {
  session: (more: Payload = {}): Payload => ({
    id: "cs_live_1",
    object: "checkout.session",
    mode: "payment",
    payment_status: "paid",
    payment_intent: "pi_1",
    created: 1_760_022_000,
    currency: "eur",
    amount_subtotal: 4000,
    amount_total: 4627,
    total_details: { amount_discount: 500, amount_shipping: 490, amount_tax: 637 },
    customer: "cus_1",
    customer_details: { email: "jon@example.com" },
    client_reference_id: null,
    metadata: { cw_visitor: "visitor_1", cw_coupon: "MIRA10" },
    ...more,
  }),
  charge: (refunded: number, more: Payload = {}): Payload => ({
    id: "ch_1",
    object: "charge",
    payment_intent: "pi_1",
    currency: "eur",
    amount: 4627,
    amount_refunded: refunded,
    ...more,
  }),
};
