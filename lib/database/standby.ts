import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { ApiError } from "../contract/errors.ts";
import { log } from "../log.ts";
import { count, noteSeconds } from "../telemetry.ts";
import { type Connected, type Database, databaseOf, handOver, isPoolFull, QuietPool } from "./client.ts";

/** The place in the primary's log up to which a server must have read it to know everything that was acknowledged. */
export const acknowledged = `(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end)::text`;

const mostWaitMs = 500;
const restMs = 5_000;
const longestReadMs = 5_000;

export function openStandby(url: string | undefined, primary: Database, connections?: number): Standby | undefined {
  return url ? new Standby(url, primary, connections) : undefined;
}

/** Reads give the same on both servers: the standby answers only once it has everything that the primary acknowledged. */
export class Standby {
  readonly #pool: pg.Pool;
  readonly #primary: Database;
  /** Undefined until the server has been examined. */
  #isFit: boolean | undefined;
  #restsUntil = 0;

  constructor(url: string, primary: Database, connections = 10) {
    this.#primary = primary;
    this.#pool = new QuietPool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: mostWaitMs,
      query_timeout: longestReadMs,
      idleTimeoutMillis: 60_000,
      allowExitOnIdle: true,
      application_name: "cartwright-read",
    });
    void this.#examine();
  }

  /** `from` is the place in the log that the primary had reached when the read began. */
  async read<T>(from: string, work: (db: Database) => Promise<T>): Promise<T> {
    if (this.#isFit) {
      try {
        const result = await work(this.#openFrom(from));
        count("cartwright_reads_total", { server: "standby" });
        return result;
      } catch (cause) {
        if (cause instanceof ApiError) throw cause;
        if (!isPoolFull(cause)) this.#rest(cause);
      }
    } else void this.#examine();
    count("cartwright_reads_total", { server: "primary" });
    return work(this.#primary);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Nobody waits for this, so a server that does not answer delays no read. */
  async #examine(): Promise<void> {
    if (performance.now() < this.#restsUntil) return;
    this.#restsUntil = performance.now() + restMs;
    try {
      const { fault } = await examineStandby(this.#primary.$client, this.#pool);
      if (fault) throw new Error(fault);
      this.#isFit = true;
      log.info("the standby of DATABASE_READ_URL answers reads");
    } catch (cause) {
      if (!this.#pool.ended) this.#rest(cause);
    }
  }

  #rest(cause: unknown): void {
    this.#restsUntil = performance.now() + restMs;
    if (this.#isFit !== false)
      log.warn({ reason: reasonOf(cause) }, "the primary answers the reads of DATABASE_READ_URL");
    this.#isFit = false;
  }

  /** Every connection is checked, because a proxy may lead each to another standby. */
  #openFrom(from: string): Database {
    const checked = new WeakSet<pg.PoolClient>();
    const open = async () => {
      const client = await this.#pool.connect();
      if (checked.has(client)) return client;
      const began = performance.now();
      try {
        if (!(await catchesUp(client, from))) throw new Error("late");
      } catch (cause) {
        client.release(true);
        throw cause;
      }
      noteSeconds("cartwright_standby_wait_seconds", {}, began);
      checked.add(client);
      return client;
    };
    const connect = (callback?: Connected) => handOver(open(), callback);
    return databaseOf(Object.create(this.#pool, { connect: { value: connect } }) as pg.Pool);
  }
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.cause ? reasonOf(cause.cause) : cause.message) : String(cause);

type Connection = pg.Pool | pg.Client | pg.PoolClient;

async function catchesUp(connection: Connection, from: string): Promise<boolean> {
  const question = {
    text: "select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as is_current",
    values: [from],
    query_timeout: mostWaitMs,
  };
  const deadline = performance.now() + mostWaitMs;
  for (let pause = 1; ; pause = Math.min(2 * pause, 32)) {
    const { rows } = await connection.query(question);
    if (rows[0].is_current) return true;
    if (performance.now() + pause > deadline) return false;
    await sleep(pause);
  }
}

type Fault = "primary" | "stranger" | "late";

/** Whether a server can answer in place of the primary, and how many seconds old the last change is that it has. */
export async function examineStandby(
  primary: Connection,
  standby: Connection,
): Promise<{ fault?: Fault; seconds: number }> {
  const identity = `system_identifier || ' ' || oid as id from pg_control_system(), pg_database
    where datname = current_database()`;
  const { rows: own } = await primary.query(`select ${acknowledged} as place, ${identity}`);
  const { rows: other } = await standby.query(`select pg_is_in_recovery() as follows,
    coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds, ${identity}`);
  const { id, follows, seconds } = other[0];
  if (id !== own[0].id) return { fault: "stranger", seconds };
  if (!follows) return { fault: "primary", seconds };
  return (await catchesUp(standby, own[0].place)) ? { seconds } : { fault: "late", seconds };
}
