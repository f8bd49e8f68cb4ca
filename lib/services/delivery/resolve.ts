import { lookup, Resolver } from "node:dns/promises";
import { isPublicAddress } from "./address.ts";

export type Address = { address: string; family: 4 | 6 };
/** All addresses of a name. An error where there are none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<Address[]>;

/** Thrown where a name leads to an address that we do not dial. */
export class RefusedAddress extends Error {}

/**
 * Asks the name servers themselves: the system's lookup runs on four threads for the whole process, and a few names
 * that never resolve would hold up everybody's.
 */
export const resolvePublicly: Resolve = (name, signal) => askServers(name, signal);

/** The system's name servers, unless told. */
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

/** For hosts that the operator allows, which may be known to this machine alone. */
export const resolveLocally: Resolve = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** One bad address among good ones refuses the name: which of them is dialled is not ours to rely on. */
export function requirePublic(addresses: Address[]): Address[] {
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new RefusedAddress();
  return addresses;
}
