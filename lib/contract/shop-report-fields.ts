import * as z from "zod";
import { day, extension, externalId, text, wholeFrom } from "./common.ts";
import type { FieldError, Value } from "./errors.ts";
import { inSchema, sentence } from "./sentences.ts";

/** PostgreSQL cannot store half of a surrogate pair. */
export const wellFormed = (schema: z.ZodString) => schema.refine((value) => value.isWellFormed(), inSchema("unicode"));

export const id = wellFormed(externalId);
export const name = wellFormed(text(300));

export const quantity = wholeFrom(1, 1_000_000);

const amountError = inSchema("amountMost", { most: 1000000000 });
/** Decimals in major units, as everywhere on the wire. The store's currency determines the number of decimals. */
export const anyAmount = z
  .number({ error: inSchema("number") })
  .min(-1e9, amountError)
  .max(1e9, amountError);
export const amount = anyAmount.min(0, inSchema("notBelow", { least: 0 }));

const maxIds = 200;

/** Separated by commas. */
export const idList = (count: number) =>
  z
    .string()
    .max(count, inSchema("atMostCharacters", { count }))
    .transform((list) => [...new Set(list.split(",").map((entry) => entry.trim()))].filter((entry) => entry !== ""))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    .refine((ids) => ids.every((entry) => !/[\u0000-\u001f\u007f]/.test(entry)), inSchema("control"));

export const productIds = idList(20_000).refine((ids) => ids.length <= maxIds, `Add at most ${maxIds} products.`);

/** Each report is validated separately, so that an invalid one does not affect the others. */
export function batchOf(reports: string, most: number) {
  const size = `Must contain 1 to ${most} ${reports}.`;
  return z
    .array(z.unknown(), { error: `Must be an array of ${reports}.` })
    .min(1, size)
    .max(most, size);
}

/** A message with what it is translated by. */
export const reportErrors = z
  .array(
    z.looseObject({
      field: z.string(),
      message: z.string(),
      key: z.string().optional().meta(extension),
      values: z
        .record(z.string(), z.unknown() as z.ZodType<Value, Value>)
        .optional()
        .meta(extension),
    }),
  )
  .optional();

export const outcomesOf = <Outcome extends z.ZodType>(outcome: Outcome) =>
  z.looseObject({
    data: z.array(outcome),
    accepted: z.number().int(),
    duplicates: z.number().int(),
    rejected: z.number().int(),
  });

/** Earlier days are refused: no order of a shop is that old, and time zones had other rules. */
const firstDay = day.parse("2000-01-01");
const dayMs = 86_400_000;

/** Tolerates a shop's clock that is wrong by a day. A time beyond that would be counted on a day nobody looks at. */
export function unlikelyTime(occurredAt: string): FieldError[] {
  const at = Date.parse(occurredAt);
  if (at >= Date.parse(firstDay) && at <= Date.now() + dayMs) return [];
  return [{ field: "occurred_at", ...sentence("notFuture", { day: firstDay }) }];
}
