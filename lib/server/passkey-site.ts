import "server-only";
import { env } from "./env.ts";

export type PasskeySite = { id: string; origin: string };

/**
 * Where passkeys of this installation belong. Browsers tie them to a name and hand them out over TLS only, this very
 * machine excepted, where the name of its own address is `localhost`. Null where there is no such place.
 */
export function passkeySite(origin = env().CARTWRIGHT_ORIGIN): PasskeySite | null {
  const url = new URL(origin);
  if (/^(127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = "localhost";
  const { hostname: id, protocol } = url;
  const isAddress = /^[\d.]+$|^\[/.test(id);
  const isLocal = id === "localhost" || id.endsWith(".localhost");
  return isAddress || (protocol !== "https:" && !isLocal) ? null : { id, origin: url.origin };
}

/** Whether this request came by the address that they belong to. */
export function isPasskeySite(headers: Headers): boolean {
  const site = passkeySite();
  return site !== null && new URL(site.origin).host === headers.get("host");
}
