import { isIPv6 } from "node:net";

/**
 * What limits by address count as one caller: a customer of an internet provider has one IPv4 address, or 2^64 IPv6
 * addresses. Some proxies add the port, with which each connection would be another caller.
 */
export function networkOf(address: string): string {
  const [, bracketed, dotted] = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(address) ?? [];
  const plain = (bracketed ?? dotted ?? address).replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isIPv4) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** A URL writes each address in one form, the dotted end of an IPv4 address included. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [front, back] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const all = [...(front ?? []), ...Array(8 - (front?.length ?? 0) - (back?.length ?? 0)).fill("0"), ...(back ?? [])];
  return all.map((group) => Number.parseInt(group, 16));
}
