import type { Arithmetic } from "../../../database/schema/affiliate-money.ts";
import type { OrderRow } from "../sums-of-records.ts";
import type { Standing } from "./terms.ts";
import type { Rules } from "./versions.ts";

export type Bonus = { bonus: string; amount: number; currency: string; arithmetic: Arithmetic };

/** The name under which an affiliate gets a bonus once. */
export const bonusName = ({ rule, threshold }: NonNullable<Arithmetic["bonus"]>): string =>
  threshold === undefined ? rule : `${rule} ${threshold}`;

/** The bonuses that an order earns. Nobody gets the same bonus twice: a unique index decides. */
export function bonusesFor(
  { currency, total, refundedAmount }: Pick<OrderRow, "currency" | "total" | "refundedAmount">,
  rules: Rules,
  { orders, revenue }: Standing,
): Bonus[] {
  const { version, first_sale_bonus: first, volume_bonuses } = rules;
  const make = (bonus: NonNullable<Arithmetic["bonus"]>, amount: number): Bonus => ({
    bonus: bonusName(bonus),
    amount,
    currency: rules.currency,
    arithmetic: { version, bonus, base: amount, amount },
  });
  const after = revenue + (currency === rules.currency ? total - refundedAmount : 0);
  const reached = volume_bonuses.filter(({ threshold }) => revenue < threshold && threshold <= after);
  return [
    ...(first !== null && orders === 0 ? [make({ rule: "first_sale" }, first)] : []),
    ...reached.map(({ threshold, amount }) => make({ rule: "volume", threshold }, amount)),
  ];
}
