import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/** Only the standalone server sets `incoming`. */
export type Bindings = { incoming?: IncomingMessage };

/** Inside the app, the front door sets a header that no visitor can set. The standalone services use the connection. */
export function addressOf(headers: Headers, { incoming }: Bindings): string | null {
  if (!incoming) return headers.get("x-client-address");
  const trusted = process.env.TRUST_PROXY === "1";
  const forwarded = trusted ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || incoming.socket.remoteAddress || null;
}

/** A customer of an internet provider has one IPv4 address, or 2^64 IPv6 addresses. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return mapped ?? plain;
  const [head = "", tail] = plain.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
