import type { KeyObject } from "node:crypto";
import { secretKey } from "../../secret.ts";

// Read from the environment when needed, because these services also run without the dashboard's settings.

/** The address of a tracking link, which is the same under every host name of the dashboard. */
export function linkAddress(code: string): string {
  return `${process.env.CARTWRIGHT_ORIGIN ?? ""}/r/${code}`;
}

export function isSecure(): boolean {
  return process.env.CARTWRIGHT_ORIGIN?.startsWith("https:") ?? false;
}

/** The header in which the operator's proxy passes the visitor's country. Without a proxy, visitors could forge it. */
export function countryHeader(): string | undefined {
  return process.env.COUNTRY_HEADER || undefined;
}

export const keyFor = (purpose: "click-id" | "click-ip" | "offer-preview" | "shopper-network"): KeyObject =>
  secretKey(secretOfInstallation(), purpose);

export function secretOfInstallation(): string {
  const secret = process.env.CARTWRIGHT_SECRET;
  if (!secret) throw new Error("CARTWRIGHT_SECRET is not set.");
  return secret;
}
