import * as z from "zod";
import { isRecord } from "./errors.ts";
import { present, type Raw, readFlag, readNumber, readString, readStrings } from "./read.ts";

/** A decimal text that a number would round counts as "not reported", because money is never rounded. */
export const money = z.number();

function readMoney(value: unknown): number | undefined {
  const number = readNumber(value);
  if (number === undefined || typeof value === "number") return number;
  // Adding zero turns −0 into 0.
  return plain(String(number)) === plain(value as string) ? number + 0 : undefined;
}

function plain(text: string): string {
  const [whole = "", fraction = ""] = text.trim().split(".");
  return `${whole.replace(/^(-?)0+(?=\d)/, "$1")}.${fraction.replace(/0+$/, "")}`.replace(/^-0\.$/, "0.");
}

/** Undeclared fields stay. A required text that is missing becomes empty; other unreadable fields are absent. */
export function readAs<S extends z.ZodObject>(schema: S, raw: Raw): z.output<S> {
  const declared = Object.entries(schema.shape).map(([name, field]) => {
    const missing = field._zod.def.type === "string" ? "" : undefined;
    return [name, readValue(field, raw[name]) ?? missing];
  });
  return present({ ...raw, ...Object.fromEntries(declared) }) as z.output<S>;
}

/** Gathers what the schema does not declare under `other`, which screens list as it is. */
export function readRecordAs<S extends z.ZodObject>(schema: S, raw: Raw): z.output<S> {
  const isDeclared = ([name]: [string, unknown]) => Object.hasOwn(schema.shape, name);
  const fields = Object.entries(raw);
  const others = fields.filter((field) => !isDeclared(field));
  const record = readAs(schema, Object.fromEntries(fields.filter(isDeclared)));
  return others.length > 0 ? { ...record, other: Object.fromEntries(others) } : record;
}

/** The fields that a request takes, as a record has them. */
export function takeFields<S extends z.ZodObject>(schema: S, record: Raw): Partial<z.output<S>> {
  const taken = Object.entries(schema.shape).map(([name, field]) => {
    const value = record[name];
    return [name, field instanceof z.ZodObject && isRecord(value) ? takeFields(field, value) : value];
  });
  return present(Object.fromEntries(taken)) as Partial<z.output<S>>;
}

function readValue(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return readValue(def.innerType, value);
    case "string":
    case "enum":
      return readString(value);
    case "number":
      return schema === money ? readMoney(value) : readNumber(value);
    case "boolean":
      return readFlag(value);
    case "object":
      return isRecord(value) ? readAs(schema as z.ZodObject, value) : undefined;
    case "array":
      return Array.isArray(value) ? readArray(def.element, value) : undefined;
    default:
      return value;
  }
}

function readArray(element: z.core.$ZodType, values: unknown[]): unknown[] {
  if (element._zod.def.type === "string") return readStrings(values) ?? [];
  return values.map((value) => readValue(element, value)).filter((value) => value !== undefined);
}
