import "server-only";
import { env } from "./env.ts";

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
