import { ApiError, codeOf, type FieldError, isRecord, type Sentence, type Value } from "./errors.ts";

// Reads errors of any implementation: the specified form, RFC 9457, JSON:API, forms of common frameworks, plain text.

const longest = { message: 500, field: 120 };
const mostDetails = 50;
const mostValues = 10;
/** A value may be a sentence, such as the reason in `{field}: {reason}`. */
const maxDepth = 3;

const words = ["message", "error_description", "detail", "title", "msg", "description", "reason", "error", "code"];
const places = ["field", "path", "pointer", "parameter", "param", "loc", "property", "name"];
const lists = ["details", "errors", "invalid-params", "invalid_params", "violations", "detail", "message"];

/** Keeps the words of the API. If there are none, a plain sentence describes the status. */
export function readError(status: number, body: unknown, retryAfterHeader?: string | null): ApiError {
  const outer = isRecord(body) ? body : {};
  const error = isRecord(outer.error) ? outer.error : outer;
  const code = typeof error.code === "string" && /^[\w.-]{1,64}$/.test(error.code) ? error.code : codeOf(status);
  const listed = [...lists.map((name) => error[name]), outer.errors, Array.isArray(body) && body].map((value) =>
    readDetails(value),
  );
  const details = (listed.find((found) => found.length > 0) ?? []).slice(0, mostDetails);
  const said = [body, ...words.slice(0, -1).map((name) => error[name])].map((text) => tidy(text)).find(Boolean);
  const summary = details.slice(0, 3).map(({ field, message }) => (field ? `${field}: ${message}` : message));
  const unsaid = { message: `The API answered ${status}.`, key: "apiStatus", values: { status } };
  const message = said || tidy(summary.join("; "));
  const own = message === error.message ? readKey(error) : {};
  const sentence = message ? { message, ...own } : unsaid;
  const seconds = Number(error.retry_after ?? retryAfterHeader ?? Number.NaN);
  return new ApiError(status, code, sentence, details, Number.isFinite(seconds) ? Math.max(0, seconds) : undefined);
}

function readDetails(value: unknown, field = ""): FieldError[] {
  if (Array.isArray(value)) {
    return value.slice(0, mostDetails).flatMap((entry) => {
      if (isRecord(entry)) return readEntry(entry, field);
      const message = tidy(entry);
      return message ? [{ field, message }] : [];
    });
  }
  if (!isRecord(value)) return [];
  if (typeof value.message === "string") return readEntry(value, field);
  return Object.entries(value)
    .slice(0, mostDetails)
    .flatMap(([name, inner]) => {
      const path = toField(field ? `${field}.${name}` : name);
      return typeof inner === "string" ? readDetails([inner], path) : readDetails(inner, path);
    });
}

function readEntry(entry: Record<string, unknown>, field: string): FieldError[] {
  const source = isRecord(entry.source) ? entry.source : entry;
  const named = places.map((name) => toField(source[name])).find(Boolean);
  const message = words.map((name) => tidy(entry[name])).find(Boolean);
  return message ? [{ field: named ?? field, message, ...(message === entry.message && readKey(entry)) }] : [];
}

/** The key and the values of a sentence of Cartwright. */
function readKey({ key, values }: Record<string, unknown>, depth = 0): Pick<Sentence, "key" | "values"> {
  if (typeof key !== "string" || !/^\w{1,64}$/.test(key)) return {};
  if (!isRecord(values) || depth === maxDepth) return { key };
  const read = Object.entries(values)
    .slice(0, mostValues)
    .map(([name, value]): [string, Value] => [name, readValue(value, depth)]);
  return { key, values: Object.fromEntries(read) };
}

function readValue(value: unknown, depth: number): Value {
  if (isRecord(value)) return { message: tidy(value.message), ...readKey(value, depth + 1) };
  return typeof value === "number" ? value : tidy(value);
}

/** `/data/attributes/discount/value`, `["body", "discount", "value"]` and `$.discount.value` name `discount.value`. */
function toField(place: unknown): string {
  const text = Array.isArray(place) ? place.slice(0, 20).join(".") : place;
  return tidy(text, longest.field)
    .replace(/[#$/[\]]+/g, ".")
    .replace(/\.+/g, ".")
    .replace(/^\.?((body|data|attributes)\.)*|\.$/g, "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

/** Removes control characters and changes of writing direction. A page of HTML becomes an empty text. */
function tidy(text: unknown, most = longest.message): string {
  if (typeof text !== "string") return "";
  const clean = text
    .slice(0, 4 * most)
    .replace(/[\p{Cc}\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
  if (/^<[!?a-z]/i.test(clean)) return "";
  return clean.length > most ? `${clean.slice(0, most - 1).trimEnd()}…` : clean;
}
