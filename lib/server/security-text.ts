import "server-only";
import * as z from "zod";

const days = 90;

export const securityContact = z
  .string()
  .regex(
    /^(mailto:)?[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$|^https:\/\/[^\s/@]+(\/\S*)?$/,
    "Must be an email address or an address that begins with https://.",
  );

type Facts = { contact: string; origin: string; now: Date };

/** The file is made anew at each request, so it is never out of date. */
export function securityText({ contact, origin, now }: Facts): string {
  const expires = new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
  const lines = {
    Contact: contact.includes(":") ? contact : `mailto:${contact}`,
    Expires: expires.toISOString().replace(/\.\d+Z$/, "Z"),
    "Preferred-Languages": "en",
    Canonical: new URL("/.well-known/security.txt", origin).href,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
