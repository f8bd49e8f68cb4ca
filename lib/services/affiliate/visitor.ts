import { createHmac } from "node:crypto";
import { countryHeader, keyFor } from "./settings.ts";

/** Clicks and orders from one address get the same hash, which is useless without the secret. */
export function hashAddress(address: string | null): Buffer | null {
  if (address === null) return null;
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return createHmac("sha256", keyFor("click-ip")).update(plain).digest().subarray(0, 16);
}

export function countryOf(headers: Headers): string | null {
  const name = countryHeader();
  const value = name === undefined ? null : headers.get(name);
  // Proxies send XX if they do not know the country.
  return value !== null && /^[A-Za-z]{2}$/.test(value) && value !== "XX" ? value.toUpperCase() : null;
}

/** Removes query and fragment, which may contain private data of other sites. */
export function pageOf(referrer: string | null): string | null {
  if (referrer === null || !URL.canParse(referrer)) return null;
  const { protocol, origin, pathname } = new URL(referrer);
  return protocol === "http:" || protocol === "https:" ? `${origin}${pathname}`.slice(0, 500) : null;
}
