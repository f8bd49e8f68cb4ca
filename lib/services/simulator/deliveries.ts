import { type Sentence, textColumns } from "../../contract/errors.ts";
import type { EventType } from "../../contract/events.ts";
import { attemptDelays, maxAttempts } from "../../contract/events.ts";
import type { webhookEndpoint } from "../../database/schema/checkout.ts";
import type { attempt, delivery, endpointHealth, notice, Phases } from "../../database/schema/checkout-delivery.ts";
import { sentence } from "../../sentences.ts";
import { failureOf } from "../delivery/retry-schedule.ts";
import { signatureHeaders } from "../delivery/sign.ts";
import type { SimulatedEvent } from "./history.ts";
import { Random } from "./random.ts";
import { dayMs, hour } from "./time.ts";

type Row<T extends { $inferInsert: object }> = Omit<T["$inferInsert"], "tenantId">;
export type Log = {
  endpoints: Endpoint[];
  deliveries: Row<typeof delivery>[];
  attempts: Row<typeof attempt>[];
  health: Row<typeof endpointHealth>[];
  notices: Row<typeof notice>[];
};
type Try = Reply & { at: number; reason: Sentence | null };
type Way = { event: SimulatedEvent; id: string; tries: Try[] };

export const bodyOf = ({ id, type, at, data }: SimulatedEvent) =>
  JSON.stringify({ id, type, created_at: new Date(at).toISOString(), data });

/** Writes the deliveries of every event at every endpoint as the worker would have, so that nothing is left to send. */
export function makeDeliveries(
  sent: readonly SimulatedEvent[],
  { now, seed, storeId }: { now: number; seed: number; storeId: string },
  secretOf: (endpointId: string) => string,
): Log {
  const log: Log = { endpoints: [], deliveries: [], attempts: [], health: [], notices: [] };
  for (const [n, story] of endpointStories(now, storeId).entries()) {
    const { endpoint } = story;
    const random = new Random(seed, 104_729, n);
    const ways = sent
      .filter(({ at, type }) => endpoint.events.includes(type) && at >= endpoint.createdAt.getTime())
      .map((event) => ({ event, id: `del_${event.id.slice(4)}_${n + 1}`, tries: triesOf(event.at, story, random) }));
    log.endpoints.push(endpoint.state === "paused" ? pause(endpoint, ways) : endpoint);
    const secret = secretOf(endpoint.id);
    for (const way of ways) {
      log.deliveries.push(toDelivery(endpoint.id, way));
      const body = bodyOf(way.event);
      log.attempts.push(
        ...way.tries.map((one, at) => ({
          deliveryId: way.id,
          number: at + 1,
          ...toAttempt(one, random),
          requestHeaders: {
            "Content-Type": "application/json",
            "User-Agent": "Cartwright-Webhooks/1",
            Accept: "*/*",
            ...signatureHeaders({
              eventId: way.event.id,
              body,
              timestamp: Math.floor(one.at / 1000),
              secrets: [secret],
            }),
          },
        })),
      );
    }
    lookBack(log, endpoint, ways);
  }
  return log;
}

function triesOf(created: number, { offFrom, replies }: Story, random: Random): Try[] {
  const tries: Try[] = [];
  let at = created + 40;
  while (tries.length < maxAttempts && at < offFrom) {
    const reply = replies(at, random);
    const reason = failureOf({ ...reply, durationMs: reply.ms, phases: {}, truncated: false });
    tries.push({ ...reply, at, reason });
    if (reason === null) break;
    at += reply.ms + Math.round((attemptDelays[tries.length] ?? 0) * 1000 * (1 + random.next() * 0.1));
  }
  return tries;
}

function pause(endpoint: Endpoint, ways: readonly Way[]): Endpoint {
  const last = ways.flatMap(({ tries }) => tries).reduce((a, b) => (b.at > a.at ? b : a));
  const reason = sentence("receiverGone");
  Object.assign(last, { code: 410, error: undefined, ms: 96, body: "Gone", reason });
  return { ...endpoint, ...textColumns("pausedReason", reason), updatedAt: new Date(last.at + last.ms) };
}

function toDelivery(endpointId: string, { event, id, tries }: Way): Row<typeof delivery> {
  const last = tries.at(-1);
  const failures = tries.filter(({ reason }) => reason !== null).length;
  const status = last?.reason === null ? "delivered" : failures === maxAttempts ? "exhausted" : "held";
  return {
    id,
    endpointId,
    eventId: event.id,
    eventType: event.type,
    status,
    attempts: tries.length,
    failures,
    replay: 0,
    bulk: false,
    test: false,
    createdAt: new Date(event.at),
    responseCode: last?.code ?? null,
    durationMs: last?.ms ?? null,
    ...textColumns("error", last?.reason ?? null),
    settledAt: last && status !== "held" ? new Date(last.at + last.ms) : null,
  };
}

function toAttempt({ at, ms, code, body, reason }: Try, random: Random) {
  const phases: Phases = {
    dns: 4 + random.between(0, 9),
    connect: 11 + random.between(0, 6),
    tls: 19 + random.between(0, 9),
  };
  const begun = (phases.dns ?? 0) + (phases.connect ?? 0) + (phases.tls ?? 0);
  if (code !== undefined) Object.assign(phases, { first_byte: Math.max(1, ms - begun - 1), body: 1 });
  return {
    startedAt: new Date(at),
    finishedAt: new Date(at + ms),
    durationMs: ms,
    phases,
    responseCode: code ?? null,
    responseHeaders: code === undefined ? null : { date: new Date(at + ms).toUTCString(), server: "nginx" },
    responseBody: body ?? null,
    responseTruncated: false,
    ...textColumns("error", reason),
  };
}

function lookBack(log: Log, { id: endpointId, state }: Endpoint, ways: readonly Way[]): void {
  const ends = ways
    .flatMap(({ id, tries }) => tries.map((one, n) => ({ id, end: one.at + one.ms, reason: one.reason, last: n + 1 })))
    .sort((a, b) => a.end - b.end);
  const failed = ends.flatMap(({ reason, ...end }) => (reason === null ? [] : [{ ...end, reason }]));
  const latest = failed.at(-1);
  if (!latest) return;
  const sinceSuccess = ends.length - 1 - ends.findLastIndex(({ reason }) => reason === null);
  log.health.push({
    endpointId,
    failuresInRow: sinceSuccess,
    lastFailureAt: new Date(latest.end),
    ...textColumns("lastFailure", latest.reason),
  });
  const exhausted = failed.filter(({ last }) => last === maxAttempts);
  const final = exhausted.at(-1);
  const note = (kind: "delivery_exhausted" | "endpoint_paused", about: typeof latest, message: Sentence) => ({
    id: `ntc_${endpointId.split("_")[1]}_${kind}`,
    kind,
    endpointId,
    deliveryId: about.id,
    ...textColumns("message", message),
    count: 1,
    createdAt: new Date(about.end),
    updatedAt: new Date(about.end),
    dismissedAt: null,
  });
  if (final) {
    log.notices.push({
      ...note("delivery_exhausted", final, sentence("noticeExhausted", { count: maxAttempts, reason: final.reason })),
      count: exhausted.length,
      createdAt: new Date(exhausted[0]?.end ?? final.end),
      // An endpoint that works again has had its notice dismissed.
      ...(sinceSuccess === 0 && { dismissedAt: new Date(final.end + hour) }),
    });
  }
  if (state === "paused")
    log.notices.push(note("endpoint_paused", latest, sentence("noticePaused", { reason: latest.reason })));
}

type Endpoint = Omit<typeof webhookEndpoint.$inferInsert, "tenantId" | "secret"> & { createdAt: Date };
type Reply = { code?: number; error?: Sentence; ms: number; body?: string };
type Story = {
  endpoint: Endpoint;
  /** From this time on nothing is sent, and pending deliveries are held. */
  offFrom: number;
  replies(at: number, random: Random): Reply;
};

const fine = (random: Random): Reply => ({ code: 200, ms: Math.round(140 * random.spread()), body: '{"ok":true}' });
const broken = (random: Random): Reply =>
  random.chance(0.3)
    ? {
        error: sentence("receiverLate", { seconds: 30, stage: sentence("stageFirstByte") }),
        ms: 30_000,
      }
    : { code: 503, ms: Math.round(400 * random.spread()), body: "upstream connect error" };

/** Nobody can own a name under `.example`, so simulated events never reach a stranger. */
function endpointStories(now: number, storeId: string): Story[] {
  const endpoint = (id: string, url: string, events: EventType[], days: number): Endpoint => ({
    // IDs of endpoints are unique across all stores.
    id: `${id}_${storeId}`,
    url,
    events,
    state: "enabled",
    pausedReason: null,
    pausedReasonKey: null,
    createdAt: new Date(now - days * dayMs),
    updatedAt: new Date(now - days * dayMs),
  });
  const most: EventType[] = ["upsell.accepted", "bundle.purchased", "subscription.created", "experiment.concluded"];
  const changes: EventType[] = ["order.edited", "order.cancelled"];
  const outage = { from: now - 10 * dayMs, until: now - 10 * dayMs + 29 * hour };
  const brokenFrom = now - 12 * dayMs;
  const disabledAt = now - 6 * dayMs;
  return [
    {
      endpoint: endpoint("whk_demo1", "https://fulfilment.example/hooks", [...most, ...changes], 43),
      offFrom: Number.POSITIVE_INFINITY,
      replies: (at, random) => (at > outage.from && at < outage.until ? broken(random) : fine(random)),
    },
    {
      endpoint: { ...endpoint("whk_demo2", "https://ledger.example/hooks/orders", changes, 40), state: "paused" },
      offFrom: now - 30 * hour,
      replies: (at, random) => (at < brokenFrom ? fine(random) : broken(random)),
    },
    {
      endpoint: {
        ...endpoint("whk_demo3", "https://letters.example/cartwright", ["subscription.created"], 42),
        state: "disabled",
        updatedAt: new Date(disabledAt),
      },
      offFrom: disabledAt,
      replies: (_, random) => fine(random),
    },
  ];
}
