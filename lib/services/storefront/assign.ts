import { createHash } from "node:crypto";
import type { ExperimentVariant } from "../../database/schema/checkout.ts";

/** Hashing gives a visitor the same variant each time, so that nothing has to be stored. */
export function assignVariant(experimentId: string, visitorId: string, variants: readonly ExperimentVariant[]): string {
  const digest = createHash("sha256").update(`${experimentId}\n${visitorId}`).digest();
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let left = (digest.readUIntBE(0, 6) / 2 ** 48) * total;
  for (const { name, weight } of variants) {
    if (left < weight) return name;
    left -= weight;
  }
  return variants.at(-1)?.name ?? "";
}
