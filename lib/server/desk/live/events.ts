import "server-only";
import { createHash } from "node:crypto";
import { isRecord } from "../../../contract/errors.ts";
import { affiliateEventMeanings } from "../../../contract/event-words.ts";
import { parseJson } from "../../../contract/parse.ts";
import { seenEvent } from "../../../database/schema/desk-live.ts";
import { log } from "../../../log.ts";
import { db, type StoreMode } from "../../db.ts";
import { rememberSeen, seenIn } from "../../memory/remembered-records.ts";
import { type StoreChange, tellLive, throttled } from "../../notify.ts";
import { queueNews } from "../../partners/news-mail.ts";
import { readConnection } from "../../wire/connections.ts";
import { countWrite } from "../../wire/governor/stored-budget.ts";

export type TakenEvent = {
  id: string;
  type: string;
  createdAt?: Date | undefined;
  data: Record<string, unknown>;
};

export const isOfAffiliates = ({ type }: TakenEvent): boolean => Object.hasOwn(affiliateEventMeanings, type);

const largestData = 16 * 1024;

/** An unknown event may affect any screen. */
const touched: Record<string, readonly string[]> = {
  "upsell.accepted": ["orders", "analytics", "shop"],
  "upsell.declined": ["orders", "analytics", "shop"],
  "bundle.purchased": ["orders", "analytics", "shop"],
  "experiment.concluded": ["experiments"],
  "order.edited": ["orders", "analytics", "shop"],
  "order.cancelled": ["orders", "analytics", "shop"],
  "subscription.created": ["orders", "analytics", "shop"],
};
const anything = ["upsells", "bundles", "orders", "analytics", "experiments", "shop"];

/** Reads an event from any sender. An event without an id is identified by a hash of its bytes. */
export function readEvent(body: Buffer): TakenEvent {
  let parsed: unknown = null;
  try {
    parsed = parseJson(body.toString("utf8"));
  } catch {
    // A signed body that is not JSON only tells that something happened.
  }
  const event = isRecord(parsed) ? parsed : {};
  return {
    id: word(event.id ?? event.event_id) ?? createHash("sha256").update(body).digest("hex"),
    type: word(event.type ?? event.event_type ?? event.event) ?? "unknown",
    createdAt: momentOf(event.created_at),
    data: isRecord(event.data) ? event.data : event,
  };
}

function momentOf(value: unknown): Date | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  // PostgreSQL cannot store other times, so they are treated as missing.
  return at >= 0 && at < Date.UTC(9999, 0) ? new Date(at) : undefined;
}

function partsOf({ createdAt, data }: TakenEvent) {
  const orderId = word(data.order_id);
  if (orderId === undefined) return {};
  const fits = JSON.stringify(data).length <= largestData;
  return { orderId, happenedAt: createdAt, ...(fits && { data }) };
}

const word = (value: unknown) => (typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined);

/**
 * Takes each event once. `forOrders` stores its parts for order pages, if the API cannot list the events of an order.
 * Such an API knows nothing of affiliates, so it causes no mail to them.
 */
export async function takeEvents(
  storeMode: StoreMode,
  events: readonly TakenEvent[],
  { forOrders = false } = {},
): Promise<void> {
  if (events.length === 0) return;
  const values = events.map((event) => ({
    ...storeMode,
    id: event.id,
    type: event.type,
    ...(forOrders && partsOf(event)),
  }));
  const fresh = await db().transaction(async (tx) => {
    const rows = await tx.insert(seenEvent).values(values).onConflictDoNothing().returning({ id: seenEvent.id });
    const ids = new Set(rows.map(({ id }) => id));
    const news = events.filter(({ id }) => ids.has(id));
    if (!forOrders) await queueNews(tx, storeMode, news);
    return news;
  });
  for (const event of fresh) {
    const { type, data } = event;
    if (!isOfAffiliates(event)) rememberSeen(storeMode, seenIn(data));
    touch(`${storeMode.storeId}/${storeMode.mode}`, { storeMode, resources: new Set(touched[type] ?? anything) });
  }
}

type Touched = { storeMode: StoreMode; resources: ReadonlySet<string> };

/** At most one refresh a second, so that a busy shop does not use up the API's limits. */
const touch = throttled<Touched>(
  1_000,
  (touched) =>
    void refresh(touched).catch((cause) => log.warn({ err: cause }, "an event did not refresh what is shown")),
  (earlier, later) => ({ ...later, resources: new Set([...earlier.resources, ...later.resources]) }),
);

async function refresh({ storeMode, resources }: Touched): Promise<void> {
  // The write is counted before screens refresh, so that none of them gets a cached response.
  const connection = await readConnection({ ...storeMode, api: "checkout" }).catch(() => null);
  if (connection) await countWrite(connection.holder);
  const change = { store: storeMode.storeId, mode: storeMode.mode, event: true } as const;
  await tellLive(
    ...[...resources].map((resource): StoreChange => ({ ...change, api: "checkout", resource })),
    { ...change, api: "desk", resource: "live" },
    { ...change, api: "desk", resource: "remembered" },
  );
}
