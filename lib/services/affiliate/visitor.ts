import { createHmac } from "node:crypto";
import { countryHeader, keyFor } from "./settings.ts";

/** The same for a click and for an order from one address, and of no use to anybody without the secret. */
export function hashAddress(address: string | null): Buffer | null {
  if (address === null) return null;
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return createHmac("sha256", keyFor("click-ip")).update(plain).digest().subarray(0, 16);
}

export function countryOf(headers: Headers): string | null {
  const name = countryHeader();
  const value = name === undefined ? null : headers.get(name);
  // XX: a proxy that does not know.
  return value !== null && /^[A-Za-z]{2}$/.test(value) && value !== "XX" ? value.toUpperCase() : null;
}

/** Without query and fragment, in which other sites keep what is nobody's business. */
export function pageOf(referrer: string | null): string | null {
  if (referrer === null || !URL.canParse(referrer)) return null;
  const { protocol, origin, pathname } = new URL(referrer);
  return protocol === "http:" || protocol === "https:" ? `${origin}${pathname}`.slice(0, 500) : null;
}
