import "server-only";
import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { isRecord } from "../../contract/errors.ts";
import { present, readNumber } from "../../contract/read.ts";
import { remembered } from "../../database/schema/desk-work.ts";
import { log } from "../../log.ts";
import { onShutdown } from "../../shutdown.ts";
import { countUpTo, db, inStoreMode, type StoreMode, storeModeOf } from "../db.ts";
import type { Call } from "../wire/call.ts";
import { open, seal } from "../wire/vault.ts";

type Kind = (typeof remembered.$inferSelect)["kind"];
type Seen = { kind: Kind; id: string; extra?: Record<string, unknown>; name?: string; price?: string };

const day = 24 * 60 * 60 * 1000;
const maxKnown = 20_000;

/** A record that this process has stored today is not stored again. */
const known = new Map<string, number>();
let waiting = new Map<string, StoreMode & Seen>();
let timer: NodeJS.Timeout | undefined;
let writing = Promise.resolve();

onShutdown(flushRemembered);

export function remember(call: Call, body: unknown): void {
  rememberSeen(storeModeOf(call), recordsIn(call, body));
}

/** Costs a map look-up; new records are stored with others a moment later. */
export function rememberSeen(storeMode: StoreMode, seen: readonly Seen[]): void {
  for (const { kind, id, extra, name, price } of seen) {
    // A record with a name says more than one that was stored today without.
    const key = JSON.stringify([storeMode.storeId, storeMode.mode, kind, id, name !== undefined]);
    const now = Date.now();
    if (id.length > 200 || id.includes("\0") || now - (known.get(key) ?? 0) < day) continue;
    if (known.size >= maxKnown) known.clear();
    known.set(key, now);
    const row = JSON.stringify([storeMode.storeId, storeMode.mode, kind, id]);
    waiting.set(row, { ...waiting.get(row), ...storeMode, kind, id, ...present({ extra, name, price }) });
  }
  if (waiting.size === 0 || timer) return;
  timer = setTimeout(() => void flushRemembered(), 1_000);
  timer.unref();
}

function recordsIn({ api, resource, operation }: Call, body: unknown): Seen[] {
  if (api !== "checkout" || operation === "delete") return [];
  const records = isRecord(body) && Array.isArray(body.data) ? body.data : [body];
  return records.filter(isRecord).flatMap((record): Seen[] => {
    if (resource === "orders")
      return ids([record.order_id]).map((id) => ({ kind: "order", id, extra: orderFacts(record) }));
    if (resource === "upsells") return products([record.product_id, ...list(record.trigger_products)]);
    if (resource === "bundles") return products(list(record.products).map((each) => isRecord(each) && each.product_id));
    if (resource === "webhooks" && ["list", "get", "update"].includes(operation)) return [endpoint(record)];
    return [];
  });
}

export function seenIn(data: Record<string, unknown>): Seen[] {
  const { order_id, customer_id, product, products: several } = data;
  const sold = [product, ...list(several)].filter(isRecord);
  return [
    ...ids([order_id]).map((id): Seen => ({ kind: "order", id, extra: orderFacts(data) })),
    ...ids([customer_id]).map((id): Seen => ({ kind: "customer", id })),
    ...sold.flatMap((one) => products([one.id ?? one.product_id]).map((product) => ({ ...product, ...soldAs(one) }))),
  ];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const ids = (values: unknown[]) => values.filter((id): id is string => typeof id === "string" && id !== "");
const products = (values: unknown[]) => ids(values).map((id) => ({ kind: "product" as const, id }));

/** The name and price of a product in an event, for products that nobody has named or priced. */
function soldAs({ title, price }: Record<string, unknown>): { name?: string; price?: string } {
  const amount = readNumber(price);
  return present({
    name: typeof title === "string" && title.trim() !== "" ? title.trim().slice(0, 200) : undefined,
    price: amount !== undefined && amount >= 0 && amount < 1e12 ? String(Number(amount.toFixed(4))) : undefined,
  });
}

function orderFacts({ platform_order_id }: Record<string, unknown>) {
  return typeof platform_order_id === "string" ? { platform_order_id } : {};
}

function endpoint(record: Record<string, unknown>) {
  const { id, url, events } = record;
  return { kind: "webhook_endpoint" as const, id: String(id ?? ""), extra: { url: url ?? null, events: list(events) } };
}

/** Resolves once everything seen so far is stored. */
export function flushRemembered(): Promise<void> {
  writing = writing.then(storeWaiting);
  return writing;
}

async function storeWaiting(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const batch = [...waiting.values()].filter(({ id }) => id !== "");
  waiting = new Map();
  if (batch.length === 0) return;
  try {
    await db()
      .insert(remembered)
      .values(batch)
      .onConflictDoUpdate({
        target: [remembered.storeId, remembered.mode, remembered.kind, remembered.id],
        set: {
          lastSeen: sql`now()`,
          // Several processes may store what they saw on the same day.
          times: sql`${remembered.times} + (${remembered.lastSeen}::date < now()::date)::int`,
          extra: sql`coalesce(excluded.extra, ${remembered.extra})`,
          name: sql`coalesce(${remembered.name}, excluded.name)`,
          price: sql`coalesce(${remembered.price}, excluded.price)`,
        },
      });
  } catch (cause) {
    log.warn({ err: cause }, "what was seen was not remembered");
  }
}

type Asked = { page: number; per_page: number; search?: string | undefined };

export async function listRemembered(storeMode: StoreMode, kind: Kind, { page, per_page, search }: Asked) {
  await flushRemembered();
  const all = and(inStoreMode(remembered, storeMode), eq(remembered.kind, kind));
  const found = search === undefined ? all : and(all, matches(all, search));
  const [rows, total] = await Promise.all([
    db()
      .select()
      .from(remembered)
      .where(found)
      .orderBy(desc(remembered.lastSeen), remembered.id)
      .limit(per_page)
      .offset((page - 1) * per_page),
    countUpTo(remembered, found),
  ]);
  return { rows, total };
}

const lookedThrough = 20_000;

/** Parts of words are only searched among the latest names, because no index covers them. */
function matches(all: SQL | undefined, search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const recent = db()
    .select({ id: remembered.id, name: remembered.name, extra: remembered.extra })
    .from(remembered)
    .where(all)
    .orderBy(desc(remembered.lastSeen))
    .limit(lookedThrough)
    .as("recent");
  const like = or(
    sql`${recent.name} ilike ${pattern}`,
    sql`${recent.id} ilike ${pattern}`,
    sql`${recent.extra}->>'platform_order_id' ilike ${pattern}`,
  );
  const whole = db()
    .select({ id: remembered.id })
    .from(remembered)
    .where(and(all, eq(remembered.id, search)));
  const partly = db().select({ id: recent.id }).from(recent).where(like);
  return sql`${remembered.id} in (${whole} union all ${partly})`;
}

/** The API reveals a new secret only once, so it is stored encrypted at once, for the dashboard's own receiver. */
export async function rememberSecret(call: Call, body: unknown): Promise<void> {
  if (call.resource !== "webhooks" || !isRecord(body)) return;
  const { id, signing_secret: secret } = body;
  if (typeof id !== "string" || typeof secret !== "string" || secret === "") return;
  const storeMode = storeModeOf(call);
  const { extra } = endpoint(body);
  const overlap = Date.parse(String(body.previous_secret_until));
  const until = Number.isNaN(overlap) ? null : new Date(overlap);
  const values = {
    extra,
    sealed: seal(secret, endpointBinding(storeMode, id)),
    previousUntil: until,
    lastSeen: new Date(),
  };
  try {
    await db()
      .insert(remembered)
      .values({ ...storeMode, kind: "webhook_endpoint", id, ...values })
      .onConflictDoUpdate({
        target: [remembered.storeId, remembered.mode, remembered.kind, remembered.id],
        set: { ...values, previousSealed: until && sql`${remembered.sealed}` },
      });
  } catch (cause) {
    log.error({ err: cause }, "a signing secret was not remembered");
  }
}

/** Returns two secrets during a rotation, and none for an endpoint that was created elsewhere. */
export async function recallSecrets(storeMode: StoreMode, id: string): Promise<string[]> {
  const [row] = await db()
    .select({
      sealed: remembered.sealed,
      previous: sql<Buffer | null>`case when ${remembered.previousUntil} > now() then ${remembered.previousSealed} end`,
    })
    .from(remembered)
    .where(and(inStoreMode(remembered, storeMode), eq(remembered.kind, "webhook_endpoint"), eq(remembered.id, id)));
  return [row?.sealed, row?.previous].flatMap(
    (sealed) => (sealed && open(sealed, endpointBinding(storeMode, id))) || [],
  );
}

export const endpointBinding = ({ storeId, mode }: StoreMode, id: string) => ({
  storeId,
  mode,
  api: "checkout",
  origin: `webhook ${id}`,
});
