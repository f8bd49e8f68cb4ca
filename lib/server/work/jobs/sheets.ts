import "server-only";
import type * as z from "zod";
import { isRecord } from "../../../contract/errors.ts";
import { parseJson } from "../../../contract/parse.ts";
import { isRecordName, records } from "../../../contract/record-words.ts";
import type { OperationName } from "../../wire/call.ts";
import type { Api } from "../../wire/connections.ts";
import { operationOf } from "../../wire/contracts.ts";

type Form = "text" | "number" | "flag" | "list" | "components" | "texts" | "json";
/** A column without a form is written to files but not read from them. */
export type Column = { name: string; path: string; form?: Form; of?: string };

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
  checkout_orders: { line_items: "What was bought, which only the order itself has, and no list." },
  commissions: { arithmetic: "The steps of a calculation, which the commission's own page shows." },
};

/** Sums by currency, each of which has a column such as `EUR 7500|USD 120`. */
const byCurrency: Record<string, string[]> = {
  balances: ["revenue", "commissions", "unpaid_balance"],
  totals: ["revenue"],
};

/** Lists whose operation is not called `list`, with the names of their files. */
const reports: Record<string, string> = {
  clicks: "clicks",
  affiliate_metrics: "affiliates",
  product_metrics: "products",
};

export function listOf(resource: string): OperationName {
  if (resource === "deliveries") return { api: "checkout", resource: "webhooks", operation: "logs" };
  if (resource === "checkout_orders") return { api: "checkout", resource: "orders", operation: "list" };
  const operation = reports[resource];
  if (operation) return { api: "affiliate", resource: "analytics", operation };
  return { api: apiOf(resource), resource, operation: "list" };
}

/** What jobs call the records of an operation, because both APIs have orders. */
export const nameOf = ({ api, resource }: OperationName): string =>
  api === "checkout" && resource === "orders" ? "checkout_orders" : resource;

const sheets = new Map<string, Column[]>();

/** A column for each field of a record. Those that a new record takes are read from files as well. */
export function sheetOf(resource: string): Column[] {
  const sheet = sheets.get(resource) ?? toSheet(resource);
  sheets.set(resource, sheet);
  return sheet;
}

/** The names of the columns that are read from files. */
export const takenNames = (sheet: readonly Column[]) => sheet.filter(({ form }) => form).map(({ name }) => name);

function toSheet(resource: string): Column[] {
  const { data } = shapeOf(operationOf(listOf(resource)).response);
  const taken = isRecordName(resource)
    ? operationOf({ api: apiOf(resource), resource, operation: "create" }).body
    : undefined;
  return sheetColumns(data, taken).filter(({ path }) => !leftOut[resource]?.[path]);
}

/** A record's columns, of which those are read from files whose fields are `takenAs`. */
export function sheetColumns(record: unknown, takenAs: unknown): Column[] {
  const taken = shapeOf(takenAs);
  return Object.entries(shapeOf(record)).flatMap(([name, field]) => {
    if (byCurrency[name]) return byCurrency[name].map((of) => ({ name: `${of}_by_currency`, path: name, of }));
    if (plain(field).def.type !== "object") return [toColumn(name, name, taken[name])];
    const inner = shapeOf(taken[name]);
    return Object.keys(shapeOf(field)).map((part) => toColumn(`${name}_${part}`, `${name}.${part}`, inner[part]));
  });
}

const toColumn = (name: string, path: string, taken: unknown): Column =>
  taken === undefined ? { name, path } : { name, path, form: formOf(taken) };

/** A schema without `optional`, `nullable` and `default`. */
function plain(schema: unknown): z.core.$ZodTypes["_zod"] {
  const { _zod } = schema as z.core.$ZodTypes;
  const { def } = _zod;
  if (def.type === "pipe") return plain(def.out);
  return "innerType" in def ? plain(def.innerType) : _zod;
}

/** The fields of a record, or of the records of a list. */
function shapeOf(schema: unknown): Record<string, unknown> {
  if (schema === undefined) return {};
  const { def } = plain(schema);
  if (def.type === "array") return shapeOf(def.element);
  return def.type === "object" ? def.shape : {};
}

function formOf(schema: unknown): Form {
  const { def } = plain(schema);
  if (def.type === "number") return "number";
  if (def.type === "boolean") return "flag";
  if (def.type === "array") return plain(def.element).def.type === "object" ? "components" : "list";
  if (def.type !== "record") return "text";
  return plain(def.valueType).def.type === "object" ? "texts" : "json";
}

export const apiOf = (resource: string): Api => (isRecordName(resource) ? records[resource].api : "affiliate");

export function toCells(resource: string, record: Record<string, unknown>): (string | number | null)[] {
  return sheetOf(resource).map(({ path, form, of }) => {
    const value = path.split(".").reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), record);
    if (value === undefined || value === null) return null;
    if (typeof value === "number" || typeof value === "string") return value;
    if (of !== undefined && Array.isArray(value)) return joined(value.map((each) => `${each.currency} ${each[of]}`));
    if (form === "texts" && isRecord(value)) return joined(Object.entries(value).flatMap(toTexts));
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
  if (form === "texts") return fromTexts(cell);
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

/** `de.headline=Passt dazu|de.accept=Dazulegen` */
const toTexts = ([language, texts]: [string, unknown]) =>
  Object.entries(texts as object).map(([part, text]) => `${language}.${part}=${text}`);

/** A part that is not of this form stays, so that the schema reports it. */
function fromTexts(cell: string) {
  const texts: Record<string, unknown> = {};
  for (const entry of split(cell)) {
    const [, language = entry, part, text] = /^([\w-]+)\.(\w+)=(.*)$/s.exec(entry) ?? [];
    texts[language] = { ...(texts[language] as object), ...(part && { [part]: text }) };
  }
  return texts;
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
