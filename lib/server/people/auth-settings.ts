import "server-only";
import { deriveSecret } from "../../secret.ts";
import { env } from "../env.ts";

const day = 24 * 60 * 60;

/** How long an unused session lasts, and how often its use is recorded. */
export const sessionSeconds = { lasting: 7 * day, seenEvery: 5 * 60 } as const;

/** Signs sessions, and encrypts second factors. */
export const authSecret = (secret: string) => deriveSecret(secret, "auth").toString("base64url");

export type PasskeySite = { id: string; origin: string };

/** Browsers bind passkeys to a host name with TLS, or to `localhost`, which stands for this machine's own address. */
export function passkeySite(origin = env().CARTWRIGHT_ORIGIN): PasskeySite | null {
  const url = new URL(origin);
  if (/^(127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = "localhost";
  const { hostname: id, protocol } = url;
  const isAddress = /^[\d.]+$|^\[/.test(id);
  const isLocal = id === "localhost" || id.endsWith(".localhost");
  return isAddress || (protocol !== "https:" && !isLocal) ? null : { id, origin: url.origin };
}

export function isPasskeySite(headers: Headers): boolean {
  const site = passkeySite();
  return site !== null && new URL(site.origin).host === headers.get("host");
}
