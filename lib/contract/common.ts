import * as z from "zod";
import type { Value } from "./errors.ts";
import { isIdentifier } from "./paths.ts";
import { inSchema } from "./sentences.ts";

/** Marks our extension: the OpenAPI document names it, and other implementations never receive it. */
export const extension = { extension: true } as const;

/** Marks a field that names who acts. In a call of the dashboard, it is the person of the session, whatever was sent. */
export const namesPerson = { person: true } as const;

/** A query parameter or a field that the specification does not have. */
export const extra = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.optional().meta({ ...extension, description });

/** The key and the values of the text beside it, by which it is said in other languages. Texts of people and of other APIs have none. */
export const textKey = z
  .object({ key: z.string(), values: z.record(z.string(), z.unknown() as z.ZodType<Value, Value>).optional() })
  .nullish()
  .meta({ ...extension, description: "What the text beside it is translated by." });

export const timestamp = z.iso.datetime({ error: inSchema("time") });
export const day = z.iso.date({ error: inSchema("date") });

export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, inSchema("empty"))
    .max(max, inSchema("atMostCharacters", { count: max }))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, inSchema("control"));

const invisible = /[\u0080-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

// Invisible characters and a changed writing direction could make one name pass for another. Joiners are allowed,
// because emoji and some scripts need them.
export const nameText = (max: number) => text(max).refine((value) => !invisible.test(value), inSchema("invisible"));

const address = /@|\/\/|\\|[\p{L}\p{N}_-][.．。｡]\p{L}{2}/u;

/** A name that strangers choose: mail programs make links of addresses, even of those without `https://`. */
export const personName = (max: number) =>
  nameText(max).refine((value) => !address.test(value), inSchema("addressInName"));

export const longText = (max: number, empty = inSchema("empty")) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(max, inSchema("atMostCharacters", { count: max }))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, inSchema("control"));

export const oneOf = <const V extends readonly string[]>(values: V) =>
  z.enum(values, { error: inSchema("oneOf", { words: values.join(", ") }) });

/** A word of a vocabulary that the specification leaves open, such as a status or a placement. */
export const slug = text(40).regex(/^[A-Za-z0-9_.-]+$/, inSchema("slug"));

/** IDs of a merchant's platform are free text, because platforms use URLs and colons in them. */
export const externalId = text(200);

export const recordId = text(64).refine(isIdentifier, inSchema("id"));

export const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, inSchema("currencyIso", { example: "EUR" }));

/** Other schemes (javascript:, file:) are refused, because a browser or a server may open the address. */
export const webUrl = text(2048)
  .refine(isWebUrl, inSchema("web"))
  .refine((value) => !/^https?:\/\/[^/?#\\]*@/i.test(value), inSchema("noCredentials"))
  .meta({ format: "uri" });

function isWebUrl(value: string): boolean {
  return /^https?:\/\/[^/]/i.test(value) && URL.canParse(value);
}

export const hasFields = (body: object): boolean => Object.keys(body).length > 0;
export const nothingToChange = inSchema("nothingToChange");

export const numberFrom = (least: number, most: number, error: string) =>
  z.number({ error }).min(least, error).max(most, error);
export function wholeFrom(least: number, most: number) {
  const error = inSchema("wholeFrom", { least, most });
  return numberFrom(least, most, error).int(error);
}
/** 0.1 is ten percent. */
export const relativeEffect = numberFrom(0.001, 10, inSchema("between", { least: "0.1 %", most: "1000 %" }));
const wholeNumber = (label: string) => z.coerce.number({ error: label }).int(label).min(1, label);

/** The checkout examples use 20 per page and show no maximum; 100 is the affiliate API's maximum and ours. */
export const pageQuery = (defaultSize: number) =>
  z.object({
    page: wholeNumber(inSchema("wholeUp", { least: 1 }))
      .max(1_000_000, inSchema("atMost", { most: 1000000 }))
      .default(1)
      .describe("Page number, starting at 1."),
    per_page: wholeNumber(inSchema("wholeFrom", { least: 1, most: 100 }))
      .max(100, inSchema("wholeFrom", { least: 1, most: 100 }))
      .default(defaultSize)
      .describe("Items per page, at most 100."),
  });

/** Search and sorting for lists of the checkout API, which specifies neither (our extension). */
export const listExtensions = <const S extends readonly string[]>(sorts: S) => ({
  search: extra(text(100), "Part of a name, or a complete ID."),
  sort: extra(oneOf(sorts), "Field by which the list is sorted."),
  order: extra(oneOf(directions), "Sort direction."),
});

export const directions = ["asc", "desc"] as const;

/** The longest range, including both days (our choice, which limits the cost of a query). */
export const maxRangeDays = 400;
const dayMs = 86_400_000;

/** Aborts at the first problem, because a text that is not a date cannot be compared. */
export const rangeDay = z.iso
  .date({ error: inSchema("date"), abort: true })
  .refine((value) => value >= "1970-01-01", { error: inSchema("dateBefore", { day: "1970-01-01" }), abort: true });

type Range = { start_date?: string | undefined; end_date?: string | undefined };

export const isRange = ({ start_date, end_date }: Range): boolean => !start_date || !end_date || start_date <= end_date;
export const rangeError = { path: ["end_date"], error: inSchema("dateBefore", { day: "start_date" }) };

export const isShortRange = ({ start_date, end_date }: Range): boolean =>
  !start_date || !end_date || Date.parse(end_date) - Date.parse(start_date) < maxRangeDays * dayMs;
export const longRangeError = {
  path: ["end_date"],
  error: inSchema("daysFrom", { count: maxRangeDays }),
};

/** The days of a chart, both included. */
export const shownDays = z
  .object({ from: day.describe("First day."), to: day.describe("Last day, inclusive.") })
  .refine(({ from, to }) => isRange({ start_date: from, end_date: to }), { ...rangeError, path: ["to"] });

export const period = z.looseObject({ start: day, end: day });

export const pagination = z.looseObject({
  page: z.number().int(),
  per_page: z.number().int(),
  /** Absent in APIs that do not count. */
  total: z.number().int().nullable(),
});

type Pagination = z.infer<typeof pagination>;
/** `listed` is false if the response contained no list at all, which is different from an empty one. */
export type Page<T> = { data: T[]; pagination: Pagination; listed?: false };

export const listOf = <T extends z.ZodType>(item: T) => z.looseObject({ data: z.array(item), pagination });

/** For deletes, the specification allows an empty body or a confirmation. */
export const confirmation = z.looseObject({ id: z.string().optional(), deleted: z.boolean().optional() });
