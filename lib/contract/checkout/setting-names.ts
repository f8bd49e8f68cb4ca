/** The settings that the specification names; every other one is not shown. */
export const settingNames = ["upsells.default_placement", "upsells.max_offers_per_checkout"] as const;

/** A leaf's dotted name. A key with a dot of its own is quoted, so that it cannot pass for a path. */
export function leafName(path: readonly string[]): string {
  return path.map((key) => (/[."]/.test(key) ? JSON.stringify(key) : key)).join(".");
}
