import { createHmac } from "node:crypto";
import { signatureHeader, signaturePrefix } from "../../contract/events.ts";
import { keyOf } from "./secrets.ts";

type Signed = {
  eventId: string;
  body: string;
  /** Seconds since 1970, of the attempt. */
  timestamp: number;
  /** The present secret, and after it one that a rotation still honours. */
  secrets: readonly [string, ...string[]];
};

/**
 * The specified header, which has room for one signature, carries the present secret's. Beside it are the headers of
 * Standard Webhooks, whose list carries one of each secret, so that a receiver may change over at any time.
 */
export function signatureHeaders({ eventId, body, timestamp, secrets }: Signed): Record<string, string> {
  const content = `${eventId}.${timestamp}.${body}`;
  const list = secrets.map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`);
  return {
    [signatureHeader]: signaturePrefix + createHmac("sha256", secrets[0]).update(body).digest("hex"),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": list.join(" "),
  };
}
