import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { log } from "../../log.ts";
import { gather } from "../delivery/batch-writes.ts";

type Contact = { tenantId: number; kind: "asked" | "sent" | "ordered"; skew?: number | undefined };

const minuteMs = 60_000;
const notes = new WeakMap<Database, ReturnType<typeof createNotes>>();

/** The response to the shop does not wait for the write. Shops that call at the same time share one write. */
export function noteContact(db: Database, tenantId: number, kind: Contact["kind"], skew?: number): void {
  let note = notes.get(db);
  if (!note) {
    note = createNotes(db);
    notes.set(db, note);
  }
  note({ tenantId, kind, skew });
}

function createNotes(db: Database) {
  const write = gather<Contact, undefined>(async (contacts) => {
    await db.execute(sql`
      insert into checkout.shop_contact as known (tenant_id, offers_asked_at, events_sent_at, order_reported_at, clock_skew_seconds)
      select "tenantId", max(now()) filter (where kind = 'asked'), max(now()) filter (where kind = 'sent'),
        max(now()) filter (where kind = 'ordered'), max(skew)
      from json_to_recordset(${JSON.stringify(contacts)}::json) as contact ("tenantId" int, kind text, skew int)
      group by 1 order by 1
      on conflict (tenant_id) do update set
        offers_asked_at = coalesce(excluded.offers_asked_at, known.offers_asked_at),
        events_sent_at = coalesce(excluded.events_sent_at, known.events_sent_at),
        order_reported_at = coalesce(excluded.order_reported_at, known.order_reported_at),
        clock_skew_seconds = coalesce(excluded.clock_skew_seconds, known.clock_skew_seconds)`);
    return contacts.map(() => undefined);
  });
  const written = new Map<string, number>();
  return (contact: Contact): void => {
    const name = `${contact.tenantId} ${contact.kind}`;
    const minute = Math.floor(Date.now() / minuteMs);
    if (written.get(name) === minute) return;
    written.set(name, minute);
    write(contact).catch((err) => {
      written.delete(name);
      // The database of a process that is ending is closed while shops still call.
      if (!db.$client.ended) log.warn({ err }, "could not note that a shop called");
    });
  };
}
