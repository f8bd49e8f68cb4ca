import { minorDigits } from "../../decimal.ts";
import { digitsAtStripe } from "../../stripe-amounts.ts";
import { type Amounts, names, record, textOf, timeOf, Unreadable } from "./platform-order.ts";

export type StripeObject = Record<string, unknown>;

export const amountsIn =
  (currency: string): Amounts =>
  (value, field) => {
    const amount = typeof value === "number" ? value * 10 ** (minorDigits(currency) - digitsAtStripe(currency)) : null;
    if (amount === null || !Number.isSafeInteger(amount) || amount < 0) throw new Unreadable(field);
    return amount;
  };

/** Undefined if one of the names is missing on the way. */
export function within(object: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as StripeObject | null | undefined)?.[name], object);
}

export const metadataOf = (object: unknown) => (within(object, "metadata") ?? {}) as StripeObject;

export const isMarked = (metadata: StripeObject): boolean => Object.values(names).some((name) => name in metadata);

/** Stripe sends the id of a related object, or the object itself where it is expanded. */
export const refOf = (value: unknown) =>
  textOf(typeof value === "object" && value !== null ? (value as StripeObject).id : value, 200);

export const secondsOf = (value: unknown, field: string) => timeOf(new Date(Number(value) * 1000).toJSON(), field);

/** The list of an object, unless Stripe left a part of it out. */
export function wholeList(value: unknown): StripeObject[] | undefined {
  const { data, has_more } = (value ?? {}) as StripeObject;
  return Array.isArray(data) && has_more !== true ? data.map((one) => record(one, "data")) : undefined;
}
