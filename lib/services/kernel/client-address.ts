import type { IncomingMessage } from "node:http";

/** What the standalone entry knows of a connection. */
export type Bindings = { incoming?: IncomingMessage };

/**
 * Who is asking. Inside the app its front door has said so, in a header that no visitor can set; alone, the services
 * look at the connection themselves.
 */
export function addressOf(headers: Headers, { incoming }: Bindings): string | null {
  if (!incoming) return headers.get("x-client-address");
  const trusted = process.env.TRUST_PROXY === "1";
  const forwarded = trusted ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || incoming.socket.remoteAddress || null;
}
