import { lookup, Resolver } from "node:dns/promises";
import { invalid, type Sentence } from "../../contract/errors.ts";
import { type AllowedHost, addressRefusal, isAllowed, isPublicAddress, literalOf, refusalOf } from "./address.ts";

export type Address = { address: string; family: 4 | 6 };
export type Resolve = (name: string, signal: AbortSignal) => Promise<Address[]>;

export class RefusedAddress extends Error {}

/** Asks name servers directly: the system's lookup has four threads per process, and dead names would block them. */
export const resolvePublicly: Resolve = (name, signal) => askServers(name, signal);

export async function askServers(name: string, signal: AbortSignal, servers?: readonly string[]): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 3 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (found.length === 0) throw v4.status === "rejected" ? v4.reason : new Error("The name has no address.");
    return found;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** For hosts that the operator allows, which may be known to this machine only. */
export const resolveLocally: Resolve = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** One address that is not public refuses the whole name, because the socket may connect to any of them. */
export function requirePublic(addresses: Address[]): Address[] {
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new RefusedAddress();
  return addresses;
}

const patienceMs = 3_000;

/** A name that does not resolve yet is accepted, because its addresses are checked at each connection. */
export async function requireReachable(
  address: string,
  allowedHosts: readonly AllowedHost[],
  resolve: Resolve = resolvePublicly,
): Promise<void> {
  const refusal = refusalOf(address, allowedHosts) ?? (await refusalOfName(new URL(address), allowedHosts, resolve));
  if (refusal) throw invalid({ field: "url", ...refusal });
}

async function refusalOfName(
  url: URL,
  allowedHosts: readonly AllowedHost[],
  resolve: Resolve,
): Promise<Sentence | null> {
  if (isAllowed(url, allowedHosts) || literalOf(url.hostname)) return null;
  try {
    requirePublic(await resolve(url.hostname, AbortSignal.timeout(patienceMs)));
    return null;
  } catch (cause) {
    return cause instanceof RefusedAddress ? addressRefusal : null;
  }
}
