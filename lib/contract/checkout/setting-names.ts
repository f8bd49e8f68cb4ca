import { inSchema } from "../sentences.ts";
export const settingNames = [
  "upsells.default_placement",
  "upsells.max_offers_per_checkout",
  "offers.cooldown_hours",
  "offers.texts",
  "orders.count_unconfirmed",
  "experiments.holdout_percent",
  "shop.address",
] as const;

/** A setting that is one value, although it has fields. */
export const isWhole = (name: string): boolean => name === "offers.texts";

export const shopAddressError = inSchema("secureWeb");

/** A page that is not encrypted could be changed on its way, except on the machine itself. What is before an @ is no host. */
export const isShopAddress = (address: string): boolean =>
  URL.canParse(address) &&
  /^(https:\/\/|http:\/\/(?=(localhost|127\.0\.0\.1|\[::1\])([:/]|$)))(?![^/?#\\]*@)/i.test(address);

/** A key that contains a dot is quoted, so that it cannot be mistaken for a path. */
export function leafName(path: readonly string[]): string {
  return path.map((key) => (/[."]/.test(key) ? JSON.stringify(key) : key)).join(".");
}
