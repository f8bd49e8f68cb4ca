// The parameters that Stripe documents (API version 2026-07-29.dahlia), as far as this project sends them. Those of a session
// are all there are at the top; nested ones are those of lines, optional items and discounts.

type Check = "text" | "integer" | "boolean" | "map" | "any" | { [name: string]: Check } | [Check];

export class StripeError extends Error {
  readonly status: number;
  readonly error: { type: string; code?: string; param?: string };
  constructor(status: number, message: string, error: Partial<StripeError["error"]> = {}) {
    super(message);
    this.status = status;
    this.error = { type: "invalid_request_error", ...error };
  }
}

const priceData = {
  currency: "text",
  product: "text",
  product_data: "any",
  recurring: { interval: "text", interval_count: "integer" },
  tax_behavior: "text",
  unit_amount: "integer",
  unit_amount_decimal: "text",
} as const satisfies Check;
const adjustable = { enabled: "boolean", minimum: "integer", maximum: "integer" } as const satisfies Check;

export const parameters = {
  coupon: {
    ...{ id: "text", name: "text", duration: "text", duration_in_months: "integer", metadata: "map", expand: ["text"] },
    ...{ amount_off: "integer", currency: "text", currency_options: "any", percent_off: "text" },
    ...{ max_redemptions: "integer", redeem_by: "integer", applies_to: { products: ["text"] } },
  },
  price: {
    ...{
      active: "boolean",
      billing_scheme: "text",
      currency: "text",
      currency_options: "any",
      custom_unit_amount: "any",
    },
    ...{
      expand: ["text"],
      lookup_key: "text",
      metadata: "map",
      nickname: "text",
      product: "text",
      product_data: "any",
    },
    ...{ recurring: "any", tax_behavior: "text", tiers: "any", tiers_mode: "text", transfer_lookup_key: "boolean" },
    ...{ transform_quantity: "any", unit_amount: "integer", unit_amount_decimal: "text" },
  },
  prices: {
    ...{
      active: "boolean",
      created: "any",
      currency: "text",
      ending_before: "text",
      expand: ["text"],
      limit: "integer",
    },
    ...{ lookup_keys: ["text"], product: "text", recurring: "any", starting_after: "text", type: "text" },
  },
  page: { ending_before: "text", expand: ["text"], limit: "integer", starting_after: "text" },
  session: {
    ...{ adaptive_pricing: "any", after_expiration: "any", allow_promotion_codes: "boolean", automatic_tax: "any" },
    ...{
      billing_address_collection: "text",
      branding_settings: "any",
      cancel_url: "text",
      client_reference_id: "text",
    },
    ...{ consent_collection: "any", currency: "text", custom_fields: "any", custom_text: "any", customer: "text" },
    ...{ customer_account: "text", customer_creation: "text", customer_email: "text", customer_update: "any" },
    discounts: [{ coupon: "text", promotion_code: "text" }],
    ...{
      excluded_payment_method_types: ["text"],
      expand: ["text"],
      expires_at: "integer",
      integration_identifier: "text",
    },
    invoice_creation: "any",
    line_items: [
      {
        ...{ adjustable_quantity: adjustable, metadata: "map", price: "text", price_data: priceData },
        ...{ quantity: "integer", tax_rates: ["text"] },
      },
    ],
    ...{ locale: "text", managed_payments: "any", metadata: "map", mode: "text", name_collection: "any" },
    optional_items: [{ adjustable_quantity: adjustable, price: "text", quantity: "integer" }],
    ...{ origin_context: "text", payment_intent_data: "any", payment_method_collection: "text" },
    ...{ payment_method_configuration: "text", payment_method_data: "any", payment_method_options: "any" },
    ...{ payment_method_types: ["text"], permissions: "any", phone_number_collection: "any" },
    ...{ redirect_on_completion: "text", return_url: "text", saved_payment_method_options: "any" },
    ...{ setup_intent_data: "any", shipping_address_collection: "any", shipping_options: "any", submit_type: "text" },
    ...{
      subscription_data: "any",
      success_url: "text",
      tax_id_collection: "any",
      ui_mode: "text",
      wallet_options: "any",
    },
  },
} as const satisfies Record<string, Check>;

// biome-ignore lint/suspicious/noExplicitAny: Stripe’s objects of any shape
export type Given = { [name: string]: any };
type Value = Given[string];

/** Reads `line_items[0][price]=…`. */
export function parse(form: string): Given {
  const all: Given = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = [name.split("[")[0] ?? "", ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? "")];
    path.slice(0, -1).reduce((at, key) => (at[key] ??= {}), all)[path.at(-1) ?? ""] = value;
  }
  return all;
}

export function checked(value: Value, check: Check, at = ""): Value {
  const wrong = (kind: string) => new StripeError(400, `Invalid ${kind}: ${JSON.stringify(value)}`, { param: at });
  const isNested = typeof value === "object";
  if (check === "any") return value;
  if (check === "map") return isNested ? mapOf(value, at) : value === "" ? {} : raise(wrong("object"));
  if (Array.isArray(check)) {
    if (!isNested) throw new StripeError(400, "Invalid array", { param: at });
    return Object.values(value).map((one, n) => checked(one, check[0] as Check, `${at}[${n}]`));
  }
  if (typeof check === "object") {
    if (!isNested) throw wrong("object");
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const param = at === "" ? name : `${at}[${name}]`;
        const known = Object.hasOwn(check, name) ? check[name] : undefined;
        if (!known)
          throw new StripeError(400, `Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
        return [name, checked(inner, known, param)];
      }),
    );
  }
  if (isNested) throw wrong("string");
  if (check === "text") return value;
  if (check === "boolean") return value === "true" || (value === "false" ? false : raise(wrong("boolean")));
  if (!/^-?\d+$/.test(value)) {
    throw new StripeError(400, `Invalid integer: ${value}`, { code: "parameter_invalid_integer", param: at });
  }
  return Number(value);
}

function mapOf(map: Given, at: string): Given {
  const entries = Object.entries(map);
  const tooLong = entries.find(([key, value]) => key.length > 40 || String(value).length > 500);
  if (entries.length > 50 || tooLong) throw new StripeError(400, "Metadata is too large.", { param: at });
  return map;
}

function raise(error: Error): never {
  throw error;
}

export function required<T>(value: T | undefined, param: string): T {
  if (value !== undefined) return value;
  throw new StripeError(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
}
