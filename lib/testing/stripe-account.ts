import { checked, type Given, parameters, required, StripeError } from "./stripe-parameters.ts";

// A Stripe account, as Stripe documents its coupons, prices and sessions of Checkout.

const seconds = () => Math.floor(Date.now() / 1000);
const idOf = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll("-", "")}`.slice(0, 30);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export type Taken = {
  /** Prices of optional items that the shopper adds. */
  take?: string[];
  payment_status?: "paid" | "unpaid";
  /** A promotion code of the shop, in percent of all lines. */
  promotion?: number;
};

export function openAccount(productIds: readonly string[]) {
  const products = new Set(productIds);
  const coupons = new Map<string, Given>();
  const prices = new Map<string, Given>();
  const sessions = new Map<string, Given>();

  function find(things: ReadonlyMap<string, Given>, what: string, id: string, param: string): Given {
    const thing = things.get(id);
    if (thing) return thing;
    throw new StripeError(400, `No such ${what}: '${id}'`, { code: "resource_missing", param });
  }
  function read(id: string): Given {
    const session = sessions.get(id);
    if (session) return session;
    throw new StripeError(404, `No such checkout.session: '${id}'`, { code: "resource_missing", param: "session" });
  }
  function requireProduct(id: string, param: string): void {
    if (products.has(id)) return;
    throw new StripeError(400, `No such product: '${id}'`, { code: "resource_missing", param });
  }

  function createPrice(given: Given, active: boolean, at = ""): Given {
    const param = (name: string) => (at === "" ? name : `${at}[${name}]`);
    const { currency, product, unit_amount, lookup_key = null, transfer_lookup_key, tax_behavior } = given;
    required(currency, param("currency"));
    requireProduct(required(product, param("product")), param("product"));
    if (required(unit_amount, param("unit_amount")) < 0) throw new StripeError(400, "Invalid non-negative integer");
    if (currency !== currency.toLowerCase()) throw new StripeError(400, `Invalid currency: ${currency}`);
    const holder = [...prices.values()].find((price) => lookup_key !== null && price.lookup_key === lookup_key);
    if (holder && !transfer_lookup_key) {
      throw new StripeError(400, `A price (\`${holder.id}\`) already uses that lookup key.`, { param: "lookup_key" });
    }
    if (holder) holder.lookup_key = null;
    const price = {
      ...{ id: idOf("price"), object: "price", active, currency, lookup_key, product, unit_amount },
      ...{ tax_behavior: tax_behavior ?? "unspecified", type: given.recurring ? "recurring" : "one_time" },
    };
    prices.set(price.id, price);
    return price;
  }

  const isValid = ({ redeem_by, max_redemptions, times_redeemed }: Given) =>
    (redeem_by === null || redeem_by >= seconds()) && (max_redemptions === null || times_redeemed < max_redemptions);

  function requireValid(coupon: Given): void {
    if (isValid(coupon)) return;
    throw new StripeError(400, `Coupon expired: ${coupon.id}`, { code: "coupon_expired", param: "coupon" });
  }

  function lineOf(price: Given, quantity: number, metadata: Given) {
    const amount = price.unit_amount * quantity;
    return {
      ...{
        id: idOf("li"),
        object: "item",
        adjustable_quantity: null,
        currency: price.currency,
        description: price.product,
      },
      ...{ amount_discount: 0, amount_subtotal: amount, amount_tax: 0, amount_total: amount },
      ...{ metadata, price, quantity },
    };
  }

  /** In proportion to the amounts of the lines, so that the parts are together the whole. */
  function discount(lines: Given[], off: (eligible: number) => number, isEligible: (line: Given) => boolean): void {
    const eligible = lines.filter(isEligible);
    let amount = sum(eligible.map((line) => line.amount_subtotal));
    let left = Math.min(amount, off(amount));
    for (const line of eligible) {
      line.amount_discount = amount === 0 ? 0 : Math.round((left * line.amount_subtotal) / amount);
      line.amount_total = line.amount_subtotal - line.amount_discount;
      left -= line.amount_discount;
      amount -= line.amount_subtotal;
    }
  }

  function total(session: Given): void {
    const { lines } = session;
    const coupon = session.discounts[0] && coupons.get(session.discounts[0].coupon);
    const of = coupon?.applies_to?.products as string[] | undefined;
    if (coupon)
      discount(
        lines,
        () => coupon.amount_off,
        ({ price }) => of?.includes(price.product) ?? true,
      );
    session.amount_subtotal = sum(lines.map((line: Given) => line.amount_subtotal));
    session.amount_total = sum(lines.map((line: Given) => line.amount_total));
    const amount_discount = session.amount_subtotal - session.amount_total;
    session.total_details = { amount_discount, amount_shipping: 0, amount_tax: 0 };
  }

  const shown = ({ lines: _, ...session }: Given): Given => session;

  return {
    coupons,
    prices,
    sessions,

    createCoupon(body: Given): Given {
      const given = checked(body, parameters.coupon);
      const { id = idOf("co"), name = null, duration = "once", redeem_by = null, max_redemptions = null } = given;
      const { amount_off = null, currency = null, applies_to } = given;
      if (coupons.has(id)) throw new StripeError(400, "Coupon already exists.", { code: "resource_already_exists" });
      if (amount_off === null) required(given.percent_off, "percent_off");
      else required(currency ?? undefined, "currency");
      if ((amount_off ?? 1) < 1 || (max_redemptions ?? 1) < 1) throw new StripeError(400, "Invalid positive integer");
      if (redeem_by !== null && redeem_by <= seconds()) throw new StripeError(400, "redeem_by must be in the future");
      if ((name?.length ?? 0) > 40) throw new StripeError(400, "Name must be at most 40 characters", { param: "name" });
      for (const product of applies_to?.products ?? []) requireProduct(product, "applies_to[products]");
      const coupon = {
        ...{ id, object: "coupon", name, duration, redeem_by, max_redemptions, amount_off, currency, applies_to },
        ...{ percent_off: null, created: seconds(), times_redeemed: 0, metadata: given.metadata ?? {} },
      };
      coupons.set(id, coupon);
      return { ...coupon, valid: isValid(coupon) };
    },

    createPrice: (body: Given): Given => createPrice(checked(body, parameters.price), true),

    listPrices(query: Given): Given {
      const { active, lookup_keys, limit = 10 } = checked(query, parameters.prices);
      if (lookup_keys?.length > 10) throw new StripeError(400, "At most 10 lookup keys", { param: "lookup_keys" });
      const found = [...prices.values()].filter(
        (price) => price.active === (active ?? price.active) && (lookup_keys?.includes(price.lookup_key) ?? true),
      );
      return { object: "list", data: found.slice(0, limit), has_more: found.length > limit, url: "/v1/prices" };
    },

    createSession(body: Given): Given {
      const given = checked(body, parameters.session);
      const { line_items = [], optional_items = [], discounts = [], mode = "payment", expires_at } = given;
      required(given.success_url, "success_url");
      if (line_items.length === 0) required(undefined, "line_items");
      if (optional_items.length > 10)
        throw new StripeError(400, "At most 10 optional items", { param: "optional_items" });
      if (line_items.length + optional_items.length > 100) throw new StripeError(400, "At most 100 items");
      if (discounts.length > 1) throw new StripeError(400, "At most 1 discount", { param: "discounts" });
      if (given.discounts && given.allow_promotion_codes !== undefined) {
        const message = "You may only specify one of these parameters: allow_promotion_codes, discounts.";
        throw new StripeError(400, message, { param: "allow_promotion_codes" });
      }
      const [now, ends] = [seconds(), expires_at ?? seconds() + 86_400];
      if (ends < now + 1800)
        throw new StripeError(400, "expires_at must be at least 30 minutes away", { param: "expires_at" });
      if (ends > now + 86_400)
        throw new StripeError(400, "expires_at must be at most 24 hours away", { param: "expires_at" });
      const lines = line_items.map((item: Given, n: number) => {
        const at = `line_items[${n}]`;
        if ((item.price === undefined) === (item.price_data === undefined)) required(undefined, `${at}[price]`);
        const price = item.price_data
          ? createPrice(item.price_data, false, `${at}[price_data]`)
          : find(prices, "price", item.price, `${at}[price]`);
        if (item.price && !price.active) throw new StripeError(400, "The price specified is inactive.", { param: at });
        if (required(item.quantity, `${at}[quantity]`) < 1)
          throw new StripeError(400, "Invalid quantity", { param: at });
        return lineOf(price, item.quantity, item.metadata ?? {});
      });
      const optional = optional_items.map(({ price, quantity }: Given, n: number) => {
        const found = find(prices, "price", required(price, `optional_items[${n}][price]`), "optional_items");
        if (!found.active) throw new StripeError(400, "The price specified is inactive.", { param: "optional_items" });
        return {
          price: found,
          quantity: required(quantity, `optional_items[${n}][quantity]`),
          adjustable_quantity: null,
        };
      });
      const currencies = new Set([...lines, ...optional].map(({ price }) => price.currency));
      if (given.currency) currencies.add(given.currency);
      if (currencies.size > 1) throw new StripeError(400, "All prices must have the same currency.");
      if (new Set(optional.map(({ price }: Given) => price.id)).size < optional.length) {
        throw new StripeError(400, "Each optional item needs a price of its own.", { param: "optional_items" });
      }
      const [currency] = currencies;
      for (const { coupon: id } of discounts) {
        const coupon = find(coupons, "coupon", id, "discounts[0][coupon]");
        requireValid(coupon);
        if (coupon.currency !== currency) throw new StripeError(400, "The coupon is in another currency.");
        const of: string[] | undefined = coupon.applies_to?.products;
        if (of && !lines.some(({ price }: Given) => of.includes(price.product))) {
          throw new StripeError(400, "The coupon applies to none of the lines.", { param: "discounts" });
        }
      }
      const id = idOf("cs_live");
      const session: Given = {
        ...{ id, object: "checkout.session", mode, currency, created: now, expires_at: ends, livemode: true },
        ...{
          client_reference_id: given.client_reference_id ?? null,
          customer: given.customer ?? null,
          customer_details: null,
        },
        ...{ discounts, invoice: null, metadata: given.metadata ?? {}, payment_intent: null, payment_status: "unpaid" },
        ...{ status: "open", url: `https://checkout.stripe.com/c/pay/${id}`, lines },
        optional_items: optional.map((item: Given) => ({ ...item, price: item.price.id })),
      };
      total(session);
      if (session.amount_total > 0 && session.amount_total < 50) {
        throw new StripeError(400, "The total must be at least 50 cents.", { code: "amount_too_small" });
      }
      sessions.set(id, session);
      return shown(session);
    },

    readSession: (id: string): Given => shown(read(id)),

    listLines(id: string, query: Given): Given {
      const { limit = 10 } = checked(query, parameters.page);
      if (limit > 100) throw new StripeError(400, "Invalid limit", { param: "limit" });
      const { lines } = read(id);
      return { object: "list", data: lines.slice(0, limit), has_more: lines.length > limit };
    },

    /** What the shopper does on Stripe's page. Returns the object of the event `checkout.session.completed`. */
    pay(id: string, { take = [], payment_status = "paid", promotion }: Taken = {}): Given {
      const session = read(id);
      if (session.status !== "open") throw new StripeError(400, "The session is not open.");
      if (session.expires_at < seconds()) {
        session.status = "expired";
        throw new StripeError(400, "The session has expired.");
      }
      for (const wanted of take) {
        const item = session.optional_items.find(({ price }: Given) => price === wanted);
        if (!item) throw new StripeError(400, "The page has no such item.");
        session.lines.push(lineOf(find(prices, "price", wanted, "price"), item.quantity, {}));
      }
      const coupon = session.discounts[0] && coupons.get(session.discounts[0].coupon);
      if (coupon) requireValid(coupon);
      if (promotion)
        discount(
          session.lines,
          (all) => Math.round((all * promotion) / 100),
          () => true,
        );
      total(session);
      if (coupon) coupon.times_redeemed += 1;
      const payment_intent = session.amount_total > 0 ? idOf("pi") : null;
      Object.assign(session, { status: "complete", payment_intent, url: null });
      session.payment_status = payment_intent === null ? "no_payment_required" : payment_status;
      return shown(session);
    },
  };
}
