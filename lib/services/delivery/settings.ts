import { type AllowedHost, parseAllowedHosts } from "./address.ts";

/** The only reader of environment variables on this side, so that the services run without the dashboard. */
export function deliverySettings(): { secret: string; allowedHosts: AllowedHost[] } {
  const secret = process.env.CARTWRIGHT_SECRET ?? "";
  if (secret.length < 32) throw new Error("CARTWRIGHT_SECRET must be set, with at least 32 characters.");
  return { secret, allowedHosts: parseAllowedHosts(process.env.WEBHOOK_ALLOWED_HOSTS ?? "") };
}
