/** Ten-thousandths, so that decimals of other APIs add up as exactly as minor units do. */
const unit = 10_000;

/** Null where it is no amount, or one that would have to be rounded: money is never rounded here. */
export function toUnits(amount: unknown): number | null {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return null;
  const units = Math.round(amount * unit);
  return Number.isSafeInteger(units) && units / unit === amount ? units : null;
}

export const fromUnits = (units: number): number => units / unit;

/** Of amounts that were read before, each of which is exact. */
export function sumOf(amounts: readonly number[]): number {
  return fromUnits(amounts.reduce((sum, amount) => sum + Math.round(amount * unit), 0));
}
