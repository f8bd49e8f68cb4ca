import { BlockList, isIP } from "node:net";
import type { Sentence } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";

// Events go only to addresses of the public internet, so that nobody reaches the operator's network through this
// service. Addresses are checked when an endpoint is created, and at each connection.

export type AllowedHost = { host: string; port: string | null };

const refused4 = blockList([
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // looks public, but is the metadata address of Azure
  ["169.254.0.0", 16], // link-local, and metadata
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3], // multicast, reserved, broadcast
]);

/** Only 2000::/3 is the public IPv6 internet. Local, multicast, mapped and NAT64 addresses lie outside. */
const public6 = blockList([["2000::", 3]]);
const refused6 = blockList([
  ["2001::", 23], // Teredo and other protocols
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4 carries an IPv4 address
  ["3fff::", 20],
  ["5f00::", 16],
]);

function blockList(subnets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, net.includes(":") ? "ipv6" : "ipv4");
  return list;
}

/** Expects an address as a resolver returns it. A text that is not an address is not public. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused4.check(address, "ipv4");
  if (version !== 6 || address.includes("%")) return false;
  return public6.check(address, "ipv6") && !refused6.check(address, "ipv6");
}

/** Host names that are by definition internal to a network. */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain|onion|test)$/;

export const addressRefusal = sentence("notPrivate");

export function refusalOf(address: string, allowed: readonly AllowedHost[]): Sentence | null {
  if (!URL.canParse(address)) return sentence("webAddress");
  const url = new URL(address);
  if (url.username || url.password || /^[a-z]+:\/\/[^/?#\\]*@/i.test(address)) {
    return sentence("noCredentials");
  }
  if (isAllowed(url, allowed)) return /^https?:$/.test(url.protocol) ? null : sentence("beginsHttps");
  if (url.protocol !== "https:") return sentence("beginsHttps");
  const name = url.hostname.replace(/\.$/, "");
  const literal = literalOf(name);
  if (literal) return isPublicAddress(literal) ? null : addressRefusal;
  return localNames.test(name) || !name.includes(".") ? addressRefusal : null;
}

/** Who can open an address: everybody, everybody but unencrypted, or only programs on the same machine or network. */
export function reachOf(address: string): "everywhere" | "unencrypted" | "nearby" {
  const encrypted = address.replace(/^http:/i, "https:");
  if (refusalOf(encrypted, [])) return "nearby";
  return encrypted === address ? "everywhere" : "unencrypted";
}

export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) ? bare : null;
}

/** Reads a list such as `localhost:4000, hooks.test`. A host without a port is allowed on every port. */
export function parseAllowedHosts(list: string): AllowedHost[] {
  return list
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [, host = entry, port = null] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
      return { host, port };
    });
}

export function isAllowed(url: URL, allowed: readonly AllowedHost[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allowed.some((entry) => entry.host === url.hostname && (entry.port === null || entry.port === port));
}

/** The only reader of environment variables on this side, so that the services run without the dashboard. */
export function deliverySettings(): { secret: string; allowedHosts: AllowedHost[] } {
  const secret = process.env.CARTWRIGHT_SECRET ?? "";
  if (secret.length < 32) throw new Error("CARTWRIGHT_SECRET must be set, with at least 32 characters.");
  return { secret, allowedHosts: parseAllowedHosts(process.env.WEBHOOK_ALLOWED_HOSTS ?? "") };
}
