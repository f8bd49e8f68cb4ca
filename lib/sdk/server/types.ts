export type ShopOptions = {
  /** Cartwright's address, such as `https://desk.example.com`. */
  url: string;
  /** Asks for offers and reports events. With a secret key, orders count at once. */
  key?: string;
  /** Reports orders to the affiliate service. The default is `key`. */
  affiliateKey?: string;
  /** The store’s ID, the first word of its address in Cartwright. Only its tickets are accepted. */
  store?: string;
  /** The longest time of one try. The default is 5,000; a call has at most four tries, or eight while there are too many calls. */
  timeoutMs?: number;
  /** For `createCheckout` and `readCheckout`. Cartwright does not receive the key. */
  stripe?: {
    /** A secret key, or a restricted one that may write Checkout Sessions, Coupons and Prices. */
    key: string;
    /** Stripe’s API version of the parameters. The default is 2026-07-29.dahlia, and the first possible 2025-12-15.clover. */
    version?: string;
    /** The default is `https://api.stripe.com`. */
    url?: string;
  };
};

export type Product = {
  id: string;
  title: string;
  price: number | null;
  /** What the shop says that it cost before. */
  compare_at_price: number | null;
  /** Whether the prices contain tax; null if it is not known. */
  tax_included: boolean | null;
  image_url: string | null;
  url: string | null;
};

/** Prices are those of one piece, in major units, and null while the service does not know them. */
export type Offer = {
  id: string;
  product_id: string;
  placement: string;
  /** The product in the cart that triggers the offer, and null if it needs none. */
  trigger_product: string | null;
  discount: { type: string; value: number };
  product: Product | null;
  price: number | null;
  compare_at_price: number | null;
  final_price: number | null;
  /** From how many to how many pieces the shopper may take. Without a choice, both are the same. */
  quantity: { least: number; most: number };
  /** What the offer says in the language that was asked for, if the store has written it. */
  words?: { headline?: string; text?: string; accept?: string; decline?: string } | undefined;
};

export type Offers = {
  currency: string;
  offers: Offer[];
  experiments: Assignment[];
  applied: Assignment[];
  /** For so long, this visitor does not see an offer again that they declined. */
  cooldown_hours: number;
};

type Assignment = { experiment_id: string; variant: string };

export type Bundles = {
  currency: string;
  bundles: {
    id: string;
    name: string;
    type: string;
    products: { product_id: string; quantity: number; most?: number | undefined; product: Product | null }[];
    /** How many items the shopper chooses, and of each product up to `most`. */
    choice?: { least: number; most: number } | undefined;
    pricing: { type: string; value: number };
    original_price: number | null;
    price: number | null;
  }[];
  applied: Assignment[];
};

/** Without `visitor_id`, everything is as it is without experiments. */
type VisitorQuery = { visitor_id?: string; country?: string; language?: string; affiliate?: "1"; campaign?: string };
export type OffersQuery = VisitorQuery & { cart?: readonly string[]; placement?: string; order?: string };
export type BundlesQuery = VisitorQuery & { product?: string };

type Shopper = { visitor_id?: string };
/** As in the answer about offers. The results of an offer are told apart by both. */
type SeenAs = { placement?: string; trigger_product?: string | null };
type OrderIds = { order_id: string; platform_order_id: string };
type EventProduct = { id: string; title: string; variant_id: string; price: number };

/** All that the order has. The prices are those of one piece. */
type OrderLines = { line_items?: { product_id: string; name?: string; quantity: number; unit_price?: number }[] };

/** Amounts are in major units of the store's currency. */
type EventFacts =
  | ({ type: "visit" } & Shopper)
  | ({ type: "offer.shown"; upsell_id: string } & Shopper & SeenAs)
  | ({
      type: "offer.accepted";
      upsell_id: string;
      customer_id: string;
      product: EventProduct;
      discount: { type: string; value: number; amount: number };
      final_price: number;
    } & Shopper &
      SeenAs &
      OrderIds)
  | ({
      type: "offer.declined";
      upsell_id: string;
      customer_id?: string;
      product?: Pick<EventProduct, "id"> & Partial<EventProduct>;
    } & Shopper &
      SeenAs &
      Partial<OrderIds>)
  | ({
      type: "order.placed";
      customer_id?: string;
      total: number;
      currency?: string;
      experiment_variant?: string;
      /** Redeemed with the order. With a secret key only. */
      tickets?: { id: string; charged?: number }[];
    } & Shopper &
      OrderIds &
      OrderLines)
  | ({
      type: "order.edited";
      customer_id?: string;
      edit_type: string;
      changes?: {
        items_added?: { product_id: string; quantity: number; price: number }[];
        items_removed?: { product_id: string; quantity: number; price?: number }[];
        quantity_changes?: { product_id: string; from: number; to: number }[];
      };
      amount_changed: number;
      new_total: number;
    } & OrderIds &
      OrderLines)
  | ({ type: "order.cancelled"; customer_id?: string; reason?: string } & OrderIds)
  | ({ type: "order.reopened"; customer_id?: string } & OrderIds)
  | {
      type: "order.refunded";
      order_id: string;
      platform_order_id?: string;
      /** Less than 0 if an earlier refund failed, or if the shop won a chargeback. */
      amount: number;
    }
  | {
      type: "bundle.purchased";
      bundle_id: string;
      order_id: string;
      platform_order_id?: string;
      customer_id?: string;
      products: { id: string; title: string; quantity: number }[];
      original_price: number;
      bundle_price: number;
    }
  | ({
      type: "subscription.created";
      subscription_id: string;
      upsell_id: string;
      customer_id: string;
      product?: Pick<EventProduct, "id"> & Partial<EventProduct>;
      interval: { unit: "day" | "week" | "month" | "year"; count: number };
      price: number;
    } & OrderIds)
  | { type: "experiment.exposed"; experiment_id: string; visitor_id: string; variant: string }
  | { type: "experiment.converted"; experiment_id: string; visitor_id: string; order_id?: string };

/** An event without an id gets one before the first try, and counts once however often it is sent. */
export type ShopEvent = EventFacts & { id?: string; occurred_at?: string };

/** Amounts are in minor units of the currency, such as cents. */
type Sold = {
  /** The sum of the lines, before the discount. */
  subtotal: number;
  discount?: number;
  tax?: number;
  shipping?: number;
  /** Subtotal − discount + tax + shipping. */
  total: number;
  line_items?: {
    product_id: string;
    sku?: string;
    name?: string;
    /** One of the categories in the rules of the affiliate program. */
    category?: string;
    quantity: number;
    unit_price: number;
  }[];
};

/** What is in none of the parts is spread over the whole order. */
type Refund = {
  refund_id: string;
  /** All that was paid back, with tax and shipping. */
  amount: number;
  goods?: number;
  tax?: number;
  shipping?: number;
  line_items?: { product_id: string; quantity?: number; amount: number }[];
  /** True if the shopper's bank took the money back. */
  chargeback?: boolean;
};

type OrderFacts =
  | ({
      type: "order.placed";
      order_number?: string;
      currency: string;
      customer_id?: string;
      customer_email?: string;
      coupon_codes?: string[];
      /** The `cw_click` that the affiliate's link added to the shop's address. */
      click_id?: string;
      ip?: string;
    } & Sold)
  /** The order as it now stands, with all refunds and chargebacks that stand. The latest by `occurred_at` counts. */
  | ({ type: "order.updated"; cancelled: boolean; refunds: (Refund & { occurred_at?: string })[] } & Sold)
  | ({ type: "order.refunded" } & Refund)
  | { type: "order.cancelled"; reason?: string };

/** The shop's own id of the order keeps it from being counted twice. */
export type ShopOrder = OrderFacts & { external_id: string; occurred_at?: string };

export type FieldError = { field: string; message: string };
type Status<More = never> = { status: "accepted" | "duplicate" | "rejected" | More; errors?: FieldError[] | undefined };

export type EventOutcome = Status<"ignored"> & {
  id?: string | undefined;
  /** Of an order with tickets. A refused ticket does not reject its order. */
  tickets?: { id: string; status: "redeemed" | "refused"; errors?: FieldError[] | undefined }[] | undefined;
};
export type OrderOutcome = Status & {
  external_id?: string | undefined;
  order_id?: string | undefined;
  affiliate_id?: string | undefined;
  attribution_method?: string | undefined;
  attribution_reason?: string | undefined;
};

export type Report<Outcome> = { data: Outcome[]; accepted: number; duplicates: number; rejected: number };

/** An accepted offer or bundle, with the price to charge for it. Amounts are in major units. */
export type Ticket = {
  id: string;
  upsell_id?: string;
  bundle_id?: string;
  /** When the offer or bundle was last changed before. */
  revision: string;
  currency: string;
  list_price: number;
  /** What to charge for all lines together. */
  price: number;
  lines: { product_id: string; variant_id?: string; quantity: number; list_price: number; price: number }[];
  visitor_id?: string;
  /** The order to which the offer was added, if it was placed before. */
  order_id?: string;
  experiments: Assignment[];
  issued_at: string;
  expires_at: string;
};

export type TicketOrder = {
  order_id: string;
  platform_order_id: string;
  customer_id?: string;
  /** What was charged. The default is the price of the ticket. */
  charged?: number;
  /** When the order was placed. The default is now. */
  occurred_at?: string;
};

export type Redemption = {
  id: string;
  upsell_id?: string | undefined;
  bundle_id?: string | undefined;
  order_id: string;
  currency: string;
  price: number;
  charged: number;
  redeemed_at: string;
};

export type CheckoutDraft = {
  /**
   * Parameters of Stripe’s Checkout Session, to which tickets and offers are added. With either, the session is open until
   * 31 minutes after the first of its tickets expires.
   */
  session: {
    line_items?: readonly {
      price_data?: { currency: string; [parameter: string]: unknown };
      [parameter: string]: unknown;
    }[];
    optional_items?: readonly object[];
    metadata?: Record<string, string>;
    currency?: string;
    discounts?: readonly object[];
    allow_promotion_codes?: boolean;
    expires_at?: never;
    [parameter: string]: unknown;
  };
  /**
   * Signed tickets that the shopper accepted. Their products are lines at the list price, and one coupon for these tickets
   * takes off the rest; with discounts or promotion codes of the shop’s own, the lines cost what the tickets say.
   */
  tickets?: readonly string[];
  /** Stripe’s page offers what Cartwright has for this question, as up to ten optional items. Needs a secret key. */
  offers?: Omit<OffersQuery, "order">;
  /** Stripe’s product of a line. The default is the one with the ID of the product. */
  sellAs?: (line: Ticket["lines"][number]) => { product: string; tax_behavior?: "exclusive" | "inclusive" };
  /** What the shopper reads beside the discount, with at most 40 characters. The default is “Offer”. */
  discountName?: string;
};

/** As Stripe returns it. */
export type StripeSession = { id: string; url: string | null; expires_at: number; [field: string]: unknown };

/** Amounts are in major units. */
export type Checkout = {
  /** As Stripe’s webhooks name the order to Cartwright: `cw_order` in the metadata, `client_reference_id`, or the payment. */
  order_id: string;
  /** `unpaid` if the shopper is done and the money has not arrived yet, and `paid` also if nothing was due. */
  status: "open" | "expired" | "unpaid" | "paid";
  currency: string;
  total: number;
  /** Those that the shopper paid for, also as optional items. A refused ticket was used by another order or had expired. */
  tickets: { id: string; charged: number; status: "redeemed" | "refused"; errors?: readonly FieldError[] }[];
};

/** Failed calls reject with a `ShopError`. */
export type Shop = {
  offers(query?: OffersQuery): Promise<Offers>;
  bundles(query?: BundlesQuery): Promise<Bundles>;
  /**
   * Each event has its own outcome, in the same sequence. If one is rejected, the call rejects with a `ShopError`
   * after all were sent: its `report` has all outcomes, and what was accepted counts.
   */
  report(events: readonly ShopEvent[]): Promise<Report<EventOutcome>>;
  reportOrders(orders: readonly ShopOrder[]): Promise<Report<OrderOutcome>>;
  /**
   * Resolves to what the ticket says if Cartwright signed it for this store and mode and it has not expired. Asks Cartwright
   * only for keys that it does not have, and keeps them.
   */
  verifyTicket(ticket: string): Promise<Ticket>;
  /** Verifies a ticket and redeems it with an order that was placed in time. Repeated for the same order, it counts once. */
  redeemTicket(ticket: string, order: TicketOrder): Promise<Redemption>;
  /** Begins a session of Stripe Checkout that charges tickets and has offers. Send the shopper to its `url`. */
  createCheckout(draft: CheckoutDraft): Promise<StripeSession>;
  /** Reads what a session sold, and redeems its tickets once it is paid. Repeated, it counts once. */
  readCheckout(session: string): Promise<Checkout>;
};

export declare function createShop(options: ShopOptions): Shop;

export type Webhook = {
  /** The body exactly as it arrived, not parsed and written again. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** During a rotation, both secrets are valid. */
  secret: string | readonly string[];
  /** How old or how far in the future a webhook may be. The default is 300. */
  toleranceSeconds?: number;
};

export type WebhookEvent = { id: string; type: string; created_at: string; data: Record<string, unknown> };

/** Rejects with a `ShopError` unless Cartwright signed the body with this secret a short time ago. */
export declare function verifyWebhook(webhook: Webhook): Promise<WebhookEvent>;

export declare class ShopError extends Error {
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** Such as `rate_limited`, `invalid_request`, `rejected`, `network_error`, `time_out`, `wrong_signature`, `wrong_store`,
   * `wrong_currency` or `ticket_expired`, or the code of an error of Stripe. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** In a rejected report, the number of the event or order is before the field, such as `0.total`. */
  readonly details: readonly FieldError[];
  /** The outcomes of a report of which a part was rejected. */
  readonly report: Report<EventOutcome | OrderOutcome> | undefined;
}
