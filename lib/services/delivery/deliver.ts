import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../database/client.ts";
import { log } from "../../log.ts";
import { sentence } from "../../sentences.ts";
import { count, span } from "../../telemetry.ts";
import type { AllowedHost } from "./address.ts";
import type { Claimed } from "./claim.ts";
import { type FinishedAttempt, handOver, holdForDisabled, settle } from "./end-attempt.ts";
import type { Resolve } from "./resolve.ts";
import { judge } from "./retry-schedule.ts";
import { openSecret, type SecretPlace } from "./secrets.ts";
import { type ReceiverAnswer, send } from "./send.ts";
import { type SigningKey, signatureHeaders, toSigningKey } from "./sign.ts";

export type DeliverOptions = {
  secret: string;
  allowedHosts: readonly AllowedHost[];
  deadlineMs: number;
  delays?: readonly number[];
  resolve?: Resolve;
  signal?: AbortSignal;
};

/** Sends a claimed delivery once and stores the outcome. `store` may write several successes together. */
export async function deliver(
  db: Database,
  claimed: Claimed,
  options: DeliverOptions,
  store = (sent: FinishedAttempt) => settle(db, sent),
): Promise<void> {
  const { headers, answer } = await span("webhook delivery", { kind: "client" }, () => sendOnce(claimed, options));
  if (answer.cut) return handOver(db, claimed);
  const ended = claimed.started * 1000 + answer.durationMs;
  const verdict = judge(answer, claimed.failures, ended, options.delays);
  count("cartwright_delivery_attempts_total", { outcome: verdict.kind });
  const sent = { claimed, requestHeaders: headers, answer, verdict };
  const own = await insist(() => (verdict.kind === "delivered" ? store(sent) : settle(db, sent)));
  const { id, endpoint_id, event_id } = claimed;
  if (!own) return log.warn({ delivery: id }, "an attempt ended after its lease; the delivery goes by a later one");
  if (verdict.kind === "delivered") return;
  if (verdict.gone) {
    log.warn({ endpoint: endpoint_id }, "a receiver is gone for good; its endpoint is paused");
    await holdForDisabled(db);
  } else if (verdict.wait === null && !claimed.test) {
    log.warn(
      { delivery: id, endpoint: endpoint_id, event: event_id, reason: verdict.error.message },
      "a delivery is exhausted",
    );
  }
}

async function sendOnce(claimed: Claimed, options: DeliverOptions) {
  const place = { tenantId: claimed.tenant_id, endpointId: claimed.endpoint_id };
  let headers: Record<string, string> = {
    "Content-Type": "application/json",
    "User-Agent": "Cartwright-Webhooks/1",
    Accept: "*/*",
  };
  let answer: ReceiverAnswer;
  try {
    const present = openKey(claimed.secret, place, options.secret);
    const previous = claimed.previous_secret ? [openKey(claimed.previous_secret, place, options.secret)] : [];
    const signed = {
      eventId: claimed.event_id,
      body: claimed.body,
      timestamp: Math.floor(claimed.started),
      secrets: [present, ...previous] as const,
    };
    headers = { ...headers, ...signatureHeaders(signed) };
    answer = await send({ url: claimed.url, headers, body: claimed.body }, options);
  } catch (err) {
    log.error({ delivery: claimed.id, endpoint: claimed.endpoint_id, reason: String(err) }, "could not be signed");
    answer = { durationMs: 0, phases: {}, truncated: false, error: sentence("eventUnsigned") };
  }
  return { headers, answer };
}

/** Retries the write, because a short outage of the database must not cause a delivered event to be sent again. */
async function insist<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (cause) {
      if (attempt === 8) throw cause;
      await sleep(Math.min(100 * 2 ** attempt, 3_000));
    }
  }
}

const most = 1_000;
const known = new Map<string, SigningKey>();

/** Caches keys that are ready to sign, because a busy endpoint needs its key thousands of times a second. */
function openKey(sealed: Buffer, place: SecretPlace, master: string): SigningKey {
  const name = JSON.stringify([place.tenantId, place.endpointId, sealed.toString("base64"), master]);
  const found = known.get(name);
  if (found) return found;
  if (known.size >= most) known.clear();
  const key = toSigningKey(openSecret(sealed, place, master));
  known.set(name, key);
  return key;
}
