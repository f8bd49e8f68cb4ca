import "server-only";
import { feedCursor } from "../../../database/schema/desk-live.ts";
import { repeat } from "../../../repeat.ts";
import { db, now, type StoreMode } from "../../db.ts";
import { modes, servedHere } from "../../wire/connections.ts";
import { readEvents } from "../../wire/upstream.ts";
import { isOfAffiliates, readEvent, type TakenEvent, takeEvents } from "./events.ts";

const everyMs = 1_000;
/** A transaction may commit this much later than its timestamp, and clocks of two machines differ. */
const overlapMs = 5_000;

/** Reads the events of our own service, which cannot send webhooks to its own machine. */
export const startFeed = () =>
  repeat(
    async () => {
      if (modes.some((mode) => servedHere(mode).includes("checkout"))) await readOn();
    },
    { everyMs, firstMs: everyMs, failure: "events were not read", pulse: "live events" },
  );

/** Runs in one process at a time. Repeated events of the overlap are dropped. */
export async function readOn(): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.insert(feedCursor).values({ api: "checkout", readTo: now }).onConflictDoNothing();
    const [cursor] = await tx.select().from(feedCursor).for("update", { skipLocked: true });
    if (!cursor) return;
    const events = await readEvents(db(), new Date(cursor.readTo.getTime() - overlapMs));
    const last = events.at(-1);
    if (!last) return;
    const storeModes = new Map<string, StoreMode & { events: TakenEvent[] }>();
    for (const { storeId, mode, body, sample } of events) {
      if (!servedHere(mode).includes("checkout")) continue;
      const key = `${storeId}/${mode}`;
      const storeMode = storeModes.get(key) ?? { storeId, mode, events: [] };
      storeModes.set(key, storeMode);
      const event = readEvent(Buffer.from(body));
      // Events of the affiliate service belong to no order of the checkout service either.
      storeMode.events.push(sample && !isOfAffiliates(event) ? { ...event, data: {} } : event);
    }
    for (const { events: taken, ...storeMode } of storeModes.values()) await takeEvents(storeMode, taken);
    if (last.createdAt > cursor.readTo) await tx.update(feedCursor).set({ readTo: last.createdAt });
  });
}
