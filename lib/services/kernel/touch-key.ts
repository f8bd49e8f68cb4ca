import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { log } from "../../log.ts";

const flushMs = 1_000;

/** The keys whose use was noted in this minute, and those of them that wait to be written, by service. */
const touched = { minute: 0, keys: new Set<string>() };
const waiting = new WeakMap<Database, Map<string, string[]>>();

/** "Last used" is kept to the minute and written aside, many keys at once, so that it costs no request anything. */
export function touchKey(db: Database, schema: string, keyId: string): void {
  const minute = Math.floor(Date.now() / 60_000);
  if (touched.minute !== minute) {
    touched.minute = minute;
    touched.keys.clear();
  }
  // One key may be known to both services.
  const name = `${schema} ${keyId}`;
  if (touched.keys.has(name)) return;
  touched.keys.add(name);
  const open = waiting.get(db) ?? new Map<string, string[]>();
  waiting.set(db, open);
  const ids = open.get(schema);
  if (ids) return void ids.push(keyId);
  open.set(schema, [keyId]);
  setTimeout(() => flush(db, schema), flushMs).unref();
}

function flush(db: Database, schema: string): void {
  const ids = waiting.get(db)?.get(schema) ?? [];
  waiting.get(db)?.delete(schema);
  const table = sql.raw(`"${schema}"."api_key"`);
  db.execute(sql`update ${table} set last_used_at = now() where id = any(${sql.param(ids)})`).catch((err) => {
    // A database that was closed meanwhile, as at the end of a process, is nobody's trouble.
    if (!db.$client.ended) log.warn({ err }, "could not note the use of keys");
  });
}
