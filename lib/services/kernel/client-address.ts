import type { IncomingMessage } from "node:http";

/** Only the standalone server sets `incoming`. */
export type Bindings = { incoming?: IncomingMessage };

/** Inside the app, the front door sets a header that no visitor can set. The standalone services use the connection. */
export function addressOf(headers: Headers, { incoming }: Bindings): string | null {
  if (!incoming) return headers.get("x-client-address");
  const trusted = process.env.TRUST_PROXY === "1";
  const forwarded = trusted ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || incoming.socket.remoteAddress || null;
}
