import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { log } from "../../log.ts";
import { onShutdown } from "../../shutdown.ts";

const flushMs = 1_000;

type Place = { address: string | null; agent: string | null };
type Count = { keyId: string; scope: string; calls: number; refused: number };

/** Uses of keys are written once a second, so that requests do not wait. A crash loses up to a second of them. */
export class KeyUse {
  readonly #db: Database;
  readonly #schema: string;
  #minute = 0;
  readonly #noted = new Set<string>();
  #places = new Map<string, Place>();
  #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, schema: string) {
    this.#db = db;
    this.#schema = schema;
    onShutdown(() => this.flush());
  }

  /** "Last used" is stored to the minute; `place` is called only when it is written. */
  touch(keyId: string, place: () => Place): void {
    const minute = Math.floor(Date.now() / 60_000);
    if (this.#minute !== minute) {
      this.#minute = minute;
      this.#noted.clear();
    }
    if (this.#noted.has(keyId)) return;
    this.#noted.add(keyId);
    this.#places.set(keyId, place());
    this.#later();
  }

  count(keyId: string, scope: string, admitted: boolean): void {
    const name = `${keyId} ${scope}`;
    let count = this.#counts.get(name);
    if (!count) {
      count = { keyId, scope, calls: 0, refused: 0 };
      this.#counts.set(name, count);
      this.#later();
    }
    if (admitted) count.calls++;
    else count.refused++;
  }

  #later(): void {
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const places = [...this.#places];
    const counts = [...this.#counts.values()];
    this.#places = new Map();
    this.#counts = new Map();
    try {
      if (places.length > 0) await this.#writePlaces(places);
      if (counts.length > 0) await this.#writeCounts(counts);
    } catch (err) {
      // At the end of a process the database may be closed already, which is not an error.
      if (!this.#db.$client.ended) log.warn({ err }, "could not note the use of keys");
    }
  }

  // All processes lock the rows in the same order, so that they cannot deadlock.

  async #writePlaces(places: [string, Place][]): Promise<void> {
    const columns = [
      places.map(([id]) => id),
      places.map(([, { address }]) => address),
      places.map(([, { agent }]) => agent),
    ].map((column) => sql.param(column));
    await this.#db.execute(sql`
      update ${sql.raw(`"${this.#schema}"."api_key"`)} k
      set last_used_at = now(), last_used_address = used.address, last_used_agent = used.agent
      from (
        select locked.id, place.address, place.agent
        from (select id from ${sql.raw(`"${this.#schema}"."api_key"`)} where id = any(${columns[0]}::text[]) order by id for update) locked
        join unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[]) place(id, address, agent) using (id)
      ) used
      where k.id = used.id`);
  }

  async #writeCounts(counts: Count[]): Promise<void> {
    const columns = (["keyId", "scope", "calls", "refused"] as const).map((name) =>
      sql.param(counts.map((count) => count[name])),
    );
    await this.#db.execute(sql`
      insert into ${sql.raw(`"${this.#schema}"."key_use"`)} as u (key_id, scope, day, calls, refused)
      select key_id, scope, (now() at time zone 'utc')::date, calls, refused
      from unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::int[], ${columns[3]}::int[])
        c(key_id, scope, calls, refused)
      order by key_id, scope
      on conflict (key_id, scope, day) do update
        set calls = u.calls + excluded.calls, refused = u.refused + excluded.refused`);
  }
}

/** A year and a month, so that a scope that is needed once a year still counts as used. */
const keyUseDays = 400;

export async function pruneKeyUse(db: Database, days = keyUseDays): Promise<number> {
  const counts = await Promise.all(
    ["checkout", "affiliate"].map((schema) =>
      db.execute(sql`delete from ${sql.raw(`"${schema}"."key_use"`)} where day < current_date - ${days}::int`),
    ),
  );
  return counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
