import type { IncomingMessage } from "node:http";

/** What the standalone server knows about a connection. */
export type Bindings = { incoming?: IncomingMessage };

/**
 * The visitor's IP address. Inside the app, the front door passes it in a header that no visitor can set; the
 * standalone services read it from the connection.
 */
export function addressOf(headers: Headers, { incoming }: Bindings): string | null {
  if (!incoming) return headers.get("x-client-address");
  const trusted = process.env.TRUST_PROXY === "1";
  const forwarded = trusted ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || incoming.socket.remoteAddress || null;
}
