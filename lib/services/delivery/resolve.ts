import { lookup, Resolver } from "node:dns/promises";
import { isPublicAddress } from "./address.ts";

export type Address = { address: string; family: 4 | 6 };
/** Resolves a name to all of its addresses, and throws if it has none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<Address[]>;

/** Thrown if a name leads to an address that must not be connected to. */
export class RefusedAddress extends Error {}

/**
 * Asks the name servers directly. The system's lookup uses four threads for the whole process, so a few names that
 * never resolve would block all others.
 */
export const resolvePublicly: Resolve = (name, signal) => askServers(name, signal);

/** Uses the system's name servers by default. */
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
