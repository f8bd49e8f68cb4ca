import { createHmac, timingSafeEqual } from "node:crypto";
import type { ShopRejection } from "../../contract/checkout/source-words.ts";

/** Stripe's own libraries tolerate as much. */
const toleranceSeconds = 300;

export function verifyBody(body: Buffer, signature: string | null, secret: string): ShopRejection | null {
  if (!signature) return "signature_missing";
  const expected = createHmac("sha256", secret).update(body).digest();
  return isEqual(Buffer.from(signature, "base64"), expected) ? null : "signature_wrong";
}

/** Stripe signs the time and the body, with each of its secrets while one is being replaced. */
export function verifyTimed(body: Buffer, header: string | null, secret: string, now = Date.now()) {
  if (!header) return "signature_missing" satisfies ShopRejection;
  const parts = header.split(",").map((part) => part.trim().split("="));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  const signed = parts.filter(([name, value]) => name === "v1" && isEqual(Buffer.from(value ?? "", "hex"), expected));
  if (signed.length === 0) return "signature_wrong" satisfies ShopRejection;
  const isRecent = Math.abs(now / 1000 - Number(time)) <= toleranceSeconds;
  return isRecent ? null : ("too_old" satisfies ShopRejection);
}

const isEqual = (given: Buffer, expected: Buffer) =>
  given.length === expected.length && timingSafeEqual(given, expected);
