import { invalid } from "../../contract/errors.ts";
import { type AllowedHost, addressRefusal, isAllowed, literalOf, refusalOf } from "./address.ts";
import { RefusedAddress, type Resolve, requirePublic, resolvePublicly } from "./resolve.ts";

const patienceMs = 3_000;

/** A name that does not resolve yet is accepted, because its addresses are checked at each connection. */
export async function requireReachable(
  address: string,
  allowedHosts: readonly AllowedHost[],
  resolve: Resolve = resolvePublicly,
): Promise<void> {
  const refusal = refusalOf(address, allowedHosts) ?? (await refusalOfName(new URL(address), allowedHosts, resolve));
  if (refusal) throw invalid({ field: "url", message: refusal });
}

async function refusalOfName(url: URL, allowedHosts: readonly AllowedHost[], resolve: Resolve): Promise<string | null> {
  if (isAllowed(url, allowedHosts) || literalOf(url.hostname)) return null;
  try {
    requirePublic(await resolve(url.hostname, AbortSignal.timeout(patienceMs)));
    return null;
  } catch (cause) {
    return cause instanceof RefusedAddress ? addressRefusal : null;
  }
}
