import type { rateTypes } from "@/lib/contract/affiliate/affiliate-words";
import type { ProgramRecord } from "@/lib/contract/affiliate/program";
import type { Program } from "@/lib/contract/affiliate/program-draft";

type RateType = (typeof rateTypes)[number];
type Rate = { rate_type: RateType; rate: number };

/** Rules of which a program may have several, and the field that tells them apart. */
export const keyOf = {
  product_rates: "product_id",
  category_rates: "category",
  volume_tiers: "threshold",
  group_rates: "group",
  volume_bonuses: "threshold",
  minimum_payouts: "currency",
} as const;
export type ListName = keyof typeof keyOf;
export const listNames = Object.keys(keyOf) as ListName[];

export const amountNames = ["first_sale_bonus", "most_per_order", "most_per_month", "minimum_payout"] as const;
const customerNames = ["new_customer_rate", "returning_customer_rate"] as const;
const optionalNumbers = [...amountNames, "recurring_months"] as const;

/** NaN stands for a number that is not set. */
export type RulesForm = Omit<Program, (typeof optionalNumbers)[number] | (typeof customerNames)[number]> &
  Record<(typeof optionalNumbers)[number], number> &
  Record<(typeof customerNames)[number], Rate> & { effective_at: string };

const noRate: Rate = { rate_type: "percentage", rate: Number.NaN };

export function toForm(record: ProgramRecord): RulesForm {
  const { version: _version, currency: _currency, ...rules } = record as ProgramRecord & Program;
  const numbers = optionalNumbers.map((name) => [name, rules[name] ?? Number.NaN]);
  const customers = customerNames.map((name) => [name, rules[name] ?? noRate]);
  return { ...rules, ...Object.fromEntries([...numbers, ...customers]), effective_at: "" };
}

/** These rules have an amount where the others have a rate. */
export const hasAmount = (name: ListName) => name === "volume_bonuses" || name === "minimum_payouts";

export const newRow = (name: ListName) => ({
  [keyOf[name]]: keyOf[name] === "threshold" ? Number.NaN : "",
  ...(hasAmount(name) ? { amount: Number.NaN } : noRate),
});

/** The rules of the form as they are sent. */
export function toPatch(form: Partial<RulesForm>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]): [string, unknown][] => {
      if (name === "effective_at") return value === "" ? [] : [[name, value]];
      const isEmpty = (number: unknown) => Number.isNaN(number);
      if (optionalNumbers.some((one) => one === name) && isEmpty(value)) return [[name, null]];
      if (customerNames.some((one) => one === name) && isEmpty((value as Rate).rate)) return [[name, null]];
      return [[name, value]];
    }),
  );
}
