import "server-only";
import { isRecord } from "../../contract/errors.ts";
import { parseJson } from "../../contract/parse.ts";
import type { OperationName } from "../call.ts";
import type { Api } from "../connections.ts";

type Form = "text" | "number" | "flag" | "list" | "components" | "json";
/** A column without a form is written to files but not read from them. */
export type Column = { name: string; path: string; form?: Form; of?: string };

const text = (...names: string[]): Column[] => names.map((name) => ({ name, path: name, form: "text" }));
const shown = (...names: string[]): Column[] => names.map((name) => ({ name, path: name }));
/** One sum of each currency, such as `EUR 7500|USD 120`. */
const byCurrency = (path: string, ...sums: string[]): Column[] =>
  sums.map((of) => ({ name: `${of}_by_currency`, path, of }));
const as = (form: Form, name: string, path = name): Column => ({ name, path, form });

const sheets: Record<string, Column[]> = {
  upsells: [
    ...shown("id"),
    ...text("name", "status", "product_id"),
    as("list", "trigger_products"),
    as("text", "discount_type", "discount.type"),
    as("number", "discount_value", "discount.value"),
    ...text("placement"),
    as("flag", "first"),
    ...shown("created_at", "updated_at"),
  ],
  bundles: [
    ...shown("id"),
    ...text("name", "type", "status"),
    as("components", "products"),
    as("text", "pricing_type", "pricing.type"),
    as("number", "pricing_value", "pricing.value"),
    ...shown("created_at", "updated_at"),
  ],
  deliveries: [
    ...shown("id", "event_id", "event_type", "status", "response_code", "duration_ms", "attempts", "next_attempt_at"),
    ...shown("error", "replay", "test", "created_at"),
  ],
  affiliates: [
    ...shown("id"),
    ...text("email", "first_name", "last_name", "company_name", "status", "referral_code"),
    as("list", "coupon_codes"),
    ...text("group", "commission_type"),
    as("number", "commission_rate"),
    as("flag", "own_rate"),
    ...text("currency", "country", "website", "payout_method", "payout_email"),
    as("number", "minimum_payout"),
    ...text("notes"),
    as("json", "metadata"),
    ...shown("effective_minimum_payout", "effective_minimum_payouts", "total_clicks", "total_orders"),
    ...shown("total_revenue", "total_commissions", "unpaid_balance"),
    ...byCurrency("balances", "revenue", "commissions", "unpaid_balance"),
    ...shown("approved_at", "created_at", "updated_at"),
  ],
  links: [
    ...shown("id"),
    ...text("affiliate_id", "destination_url", "code", "name", "coupon_code"),
    ...text("utm_source", "utm_medium", "utm_campaign"),
    ...shown("url", "status", "clicks", "orders", "revenue", "currency"),
    ...byCurrency("totals", "revenue"),
    ...shown("created_at"),
  ],
  orders: [
    ...shown("id", "order_number", "external_id", "affiliate_id", "link_id", "click_id", "coupon_code"),
    ...shown("attribution_method", "attributed_at", "attributed_by", "attribution_reason", "customer_email"),
    ...shown(
      "line_items",
      "subtotal",
      "discount",
      "tax",
      "shipping",
      "total",
      "refunded_amount",
      "currency",
      "status",
      "created_at",
    ),
  ],
  commissions: [
    ...shown("id", "affiliate_id", "order_id", "amount", "sale_amount", "rate", "rate_type", "currency", "type"),
    ...shown("status", "flags", "eligible_at", "reviewed_at", "reviewed_by", "rejection_reason", "note", "payout_id"),
    ...shown("reverses", "created_at"),
  ],
  clicks: [
    ...shown("id", "occurred_at", "affiliate_id", "link_id", "landing_page", "referrer", "country", "device"),
    ...shown("browser", "os", "is_bot", "converted", "order_id"),
  ],
  affiliate_metrics: [
    ...shown("affiliate_id", "name", "email", "status", "currency", "clicks", "orders", "conversion_rate", "revenue"),
    ...shown("commissions", "average_order_value", "epc", "refund_rate"),
  ],
  product_metrics: [...shown("product_id", "sku", "name", "currency", "quantity", "orders", "revenue", "commissions")],
  payouts: [
    ...shown("id", "affiliate_id", "amount", "currency", "status", "method", "reference", "note", "commission_ids"),
    ...shown("period_start", "period_end", "paid_at", "returned_at", "failure_reason"),
    ...shown("created_at", "updated_at"),
  ],
};

/** Fields of responses that files leave out, and why. */
export const leftOut: Record<string, Record<string, string>> = {
  upsells: {
    discount_type: "Another name of discount.type, which has a column.",
    discount_value: "Another name of discount.value, which has a column.",
  },
  orders: {
    attribution_history: "What happened one after the other, which only the order's own page has.",
    attribution_timeline: "What happened one after the other, which only the order's own page has.",
  },
  commissions: { arithmetic: "The steps of a calculation, which the commission's own page shows." },
};

/** Lists whose operation is not called `list`, with the names of their files. */
const reports: Record<string, string> = {
  clicks: "clicks",
  affiliate_metrics: "affiliates",
  product_metrics: "products",
};

export function listOf(resource: string): OperationName {
  if (resource === "deliveries") return { api: "checkout", resource: "webhooks", operation: "logs" };
  const operation = reports[resource];
  if (operation) return { api: "affiliate", resource: "analytics", operation };
  return { api: apiOf(resource), resource, operation: "list" };
}

export const sheetOf = (resource: string): Column[] => sheets[resource] ?? [];
export const apiOf = (resource: string): Api => (["upsells", "bundles"].includes(resource) ? "checkout" : "affiliate");

export function toCells(resource: string, record: Record<string, unknown>): (string | number | null)[] {
  return sheetOf(resource).map(({ path, form, of }) => {
    const value = path.split(".").reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), record);
    if (value === undefined || value === null) return null;
    if (typeof value === "number" || typeof value === "string") return value;
    if (of !== undefined && Array.isArray(value)) return joined(value.map((each) => `${each.currency} ${each[of]}`));
    if (form === "components" && Array.isArray(value)) return joined(value.map(toComponent));
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return joined(value);
    return JSON.stringify(value);
  });
}

/** A text that is not of the column's form stays text, so that the schema reports it. */
export function toBody(columns: readonly (Column | null)[], cells: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? "";
    if (!column?.form || cell === "") continue;
    const [outer = "", inner] = column.path.split(".");
    const value = readCell(column.form, cell);
    if (inner === undefined) body[outer] = value;
    else body[outer] = { ...(body[outer] as object), [inner]: value };
  }
  return body;
}

function readCell(form: Form, cell: string): unknown {
  if (form === "number") return Number.isFinite(Number(cell)) ? Number(cell) : cell;
  if (form === "flag") return /^(true|false)$/i.test(cell) ? cell.toLowerCase() === "true" : cell;
  if (form === "json") return fromJson(cell);
  if (form === "list") return split(cell);
  if (form === "components") return split(cell).map(fromComponent);
  return cell;
}

/** `prod_beans*2|prod_filter`; a bar inside an id is written `\|`. */
const joined = (values: readonly string[]) =>
  values.map((value) => value.replaceAll("\\", "\\\\").replaceAll("|", "\\|")).join("|");
const split = (cell: string) =>
  (cell.match(/(?:\\.|[^|\\])+/g) ?? [])
    .map((part) => part.replace(/\\(.)/g, "$1").trim())
    .filter((part) => part !== "");

function toComponent(entry: unknown): string {
  if (!isRecord(entry)) return String(entry);
  return `${entry.product_id}${entry.quantity === undefined ? "" : `*${entry.quantity}`}`;
}

function fromJson(cell: string): unknown {
  try {
    return parseJson(cell);
  } catch {
    return cell;
  }
}

function fromComponent(part: string) {
  const [, product_id = part, quantity] = /^(.*)\*(\d+)$/.exec(part) ?? [];
  return { product_id, quantity: quantity === undefined ? 1 : Number(quantity) };
}
