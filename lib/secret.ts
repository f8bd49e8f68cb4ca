import { hkdfSync } from "node:crypto";

/** One key per purpose out of the one secret of an installation, so that no purpose can open what another one sealed. */
export function deriveSecret(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "cartwright", purpose, bytes));
}
