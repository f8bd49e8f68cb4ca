import type { Program } from "../../contract/affiliate/program.ts";
import type { FieldError } from "../../contract/errors.ts";
import { ApiError, type Sentence, sentenceOf } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import { tooExact } from "../kernel/refuse.ts";
import type { Rules } from "./rules/versions.ts";

function violatedIndex(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, constraint } = (cause ?? {}) as { code?: string; constraint?: string };
  return code === "23505" ? constraint : undefined;
}

export function conflict(field: string, said: Sentence): never {
  const detail = { field, ...said };
  throw new ApiError(409, "conflict", sentenceOf(detail), [detail]);
}

/** Turns a violated unique index into an error that names the field and the value in the caller's words. */
export async function naming<T>(taken: Record<string, FieldError>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = taken[violatedIndex(error) ?? ""];
    if (known) conflict(known.field, known);
    throw error;
  }
}

export function requireTransition<S extends string>(
  transitions: Readonly<Record<S, readonly S[]>>,
  from: S,
  to: S,
): void {
  if (transitions[from].includes(to)) return;
  const said = sentence("statusFixed", { from, to });
  throw new ApiError(409, "invalid_transition", said, [{ field: "status", ...said }]);
}

export function unfitRate(field: string, type: "percentage" | "fixed", value: number): FieldError[] {
  if (type === "percentage" && value > 100) return [{ field, ...sentence("between", { least: 0, most: 100 }) }];
  if (type === "fixed" && !Number.isInteger(value)) {
    return [{ field, ...sentence("minor") }];
  }
  return tooExact(field, value);
}

/** With the type that is in force, which a request need not send. */
export function unfitRates(rules: Program) {
  const rows = (["product_rates", "category_rates", "volume_tiers", "group_rates"] as const).flatMap((name) =>
    rules[name].map((row, index) => [`${name}.${index}.rate`, row] as const),
  );
  const single = (["new_customer_rate", "returning_customer_rate"] as const).flatMap((name) =>
    rules[name] ? [[`${name}.rate`, rules[name]] as const] : [],
  );
  return [
    ...unfitRate("default_commission_rate", rules.default_commission_type, rules.default_commission_rate),
    ...[...rows, ...single].flatMap(([field, { rate_type, rate }]) => unfitRate(field, rate_type, rate)),
  ];
}

export const unfitMinimums = ({ minimum_payouts, currency }: Pick<Rules, "minimum_payouts" | "currency">) =>
  minimum_payouts.flatMap((row, index): FieldError[] => {
    const detail = { field: `minimum_payouts.${index}.currency`, ...sentence("otherCurrency", { currency }) };
    return row.currency === currency ? [detail] : [];
  });
