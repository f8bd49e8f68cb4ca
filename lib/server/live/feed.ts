import "server-only";
import { sql } from "drizzle-orm";
import { log } from "../../log.ts";
import { startPulse } from "../../pulse.ts";
import { isEmbedded, modes } from "../connections.ts";
import { db } from "../db.ts";
import { readEvents } from "../embedded.ts";
import { forgetOldEvents, type Place, readEvent, type TakenEvent, takeEvents } from "./events.ts";

const everyMs = 1_000;
const forgetMs = 60 * 60_000;
/** A transaction may commit this much later than its timestamp, and clocks of two machines differ. */
const overlapMs = 5_000;

/** Reads the events of our own service, which cannot send webhooks to its own machine. */
export function startFeed(): { stop(): Promise<void> } {
  let stopped = false;
  let forgotten = 0;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const pulse = startPulse("live events");
  const look = async () => {
    pulse.beat();
    if (Date.now() - forgotten > forgetMs) {
      forgotten = Date.now();
      await forgetOldEvents();
    }
    if (modes.some((mode) => isEmbedded({ api: "checkout", mode }))) await readOn();
  };
  const plan = () => {
    timer = setTimeout(() => {
      running = look()
        .catch((cause) => log.warn({ err: cause }, "events were not read"))
        .finally(() => stopped || plan());
    }, everyMs);
    timer.unref();
  };
  plan();
  return {
    async stop() {
      stopped = true;
      pulse.end();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Runs in one process at a time. Repeated events of the overlap are dropped. */
export async function readOn(): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.execute(
      sql`insert into desk.feed_cursor (api, read_to) values ('checkout', now()) on conflict do nothing`,
    );
    const { rows } = await tx.execute<{ read_to: Date }>(
      sql`select read_to from desk.feed_cursor where api = 'checkout' for update skip locked`,
    );
    if (!rows[0]) return;
    const events = await readEvents(db(), new Date(new Date(rows[0].read_to).getTime() - overlapMs));
    const last = events.at(-1);
    if (!last) return;
    const places = new Map<string, Place & { events: TakenEvent[] }>();
    for (const { storeId, mode, body, sample } of events) {
      if (!isEmbedded({ api: "checkout", mode })) continue;
      const key = `${storeId}/${mode}`;
      const place = places.get(key) ?? { storeId, mode, events: [] };
      places.set(key, place);
      const event = readEvent(Buffer.from(body));
      place.events.push(sample ? { ...event, data: {} } : event);
    }
    for (const { events: taken, ...place } of places.values()) await takeEvents(place, taken);
    await tx.execute(
      sql`update desk.feed_cursor set read_to = greatest(read_to, ${last.createdAt.toISOString()}::timestamptz)`,
    );
  });
}
