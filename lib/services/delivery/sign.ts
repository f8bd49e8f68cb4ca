import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { signatureHeader, signaturePrefix } from "../../contract/events.ts";
import { keyOf } from "./secrets.ts";

/** The keys of both kinds of signature. Making them costs more than signing, so callers that sign often keep them. */
export type SigningKey = { ours: KeyObject; standard: KeyObject };

export function toSigningKey(secret: string): SigningKey {
  return { ours: createSecretKey(secret, "utf8"), standard: createSecretKey(keyOf(secret)) };
}

type Signed = {
  eventId: string;
  body: string;
  /** Seconds since 1970, at the time of the attempt. */
  timestamp: number;
  /** The current secret, followed by one that is still valid during a rotation. */
  secrets: readonly [string | SigningKey, ...(string | SigningKey)[]];
};

/** The specified header holds one signature, by the current secret. Standard Webhooks lists one for each secret. */
export function signatureHeaders(signed: Signed): Record<string, string> {
  const { eventId, body, timestamp, secrets } = signed;
  const [present] = secrets;
  const content = `${eventId}.${timestamp}.${body}`;
  const list = secrets.map((secret) => {
    const key = typeof secret === "string" ? keyOf(secret) : secret.standard;
    return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  });
  const key = typeof present === "string" ? present : present.ours;
  return {
    [signatureHeader]: signaturePrefix + createHmac("sha256", key).update(body).digest("hex"),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": list.join(" "),
  };
}
