import type { IncomingMessage } from "node:http";

/** Only the standalone server sets `incoming`, and only the dashboard's own calls in process are `unlimited`. */
export type Bindings = { incoming?: IncomingMessage; unlimited?: true };

/** Inside the app, the front door sets a header that no visitor can set. The standalone services use the connection. */
export function addressOf(headers: Headers, { incoming }: Bindings): string | null {
  if (!incoming) return headers.get("x-client-address");
  const trusted = process.env.TRUST_PROXY === "1";
  const forwarded = trusted ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || incoming.socket.remoteAddress || null;
}
