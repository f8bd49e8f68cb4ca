export const settingNames = [
  "upsells.default_placement",
  "upsells.max_offers_per_checkout",
  "orders.count_unconfirmed",
] as const;

/** A key that contains a dot is quoted, so that it cannot be mistaken for a path. */
export function leafName(path: readonly string[]): string {
  return path.map((key) => (/[."]/.test(key) ? JSON.stringify(key) : key)).join(".");
}
