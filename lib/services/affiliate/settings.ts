import type { KeyObject } from "node:crypto";
import { secretKey } from "../../secret.ts";

// What the operator says, read when it is needed: these services also run without the dashboard's parsed environment.

/** A tracking link's address, which is the same behind every name that the dashboard has. */
export function linkAddress(code: string): string {
  return `${process.env.CARTWRIGHT_ORIGIN ?? ""}/r/${code}`;
}

/** Where the links are followed over https, the cookie goes nowhere else. */
export function isSecure(): boolean {
  return process.env.CARTWRIGHT_ORIGIN?.startsWith("https:") ?? false;
}

/** The header in which a proxy of the operator's says the visitor's country; anybody could write one unasked. */
export function countryHeader(): string | undefined {
  return process.env.COUNTRY_HEADER || undefined;
}

/** A key for one purpose out of the installation's secret. */
export function keyFor(purpose: "click-id" | "click-ip"): KeyObject {
  const secret = process.env.CARTWRIGHT_SECRET;
  if (!secret) throw new Error("CARTWRIGHT_SECRET is not set.");
  return secretKey(secret, purpose);
}
