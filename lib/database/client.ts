import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { ApiError } from "../contract/errors.ts";
import { sentence } from "../sentences.ts";
import { isTraced, span } from "../telemetry.ts";

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** All bigint columns are counts and times, which a number holds exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const waitMs = () => Number(process.env.DATABASE_WAIT_MS) || 10_000;
/** Between two attempts to reach a server that restarts or is replaced by its standby. */
const pauseMs = 250;

/** `options` are PostgreSQL's, such as `-c enable_seqscan=off`. */
export function openDatabase(url: string, maxConnections = 10, options?: string): Database {
  return databaseOf(
    new PatientPool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: waitMs(),
      idleTimeoutMillis: 60_000,
      // Otherwise a command would end only when its idle connections are closed.
      allowExitOnIdle: true,
      application_name: "cartwright",
      options,
    }),
  );
}

export const databaseOf = (pool: pg.Pool): Database =>
  Object.assign(drizzle(pool), { transaction: inTransaction.bind(undefined, pool) });

/** Drizzle never returns a connection to the pool if `begin` fails on it, so a few failures would empty the pool. */
async function inTransaction<T>(
  pool: pg.Pool,
  ...[work, config]: Parameters<typeof NodePgDatabase.prototype.transaction<T>>
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await drizzle(client).transaction(work, config);
  } catch (cause) {
    // A server that has become a standby would refuse every further transaction on this connection.
    isBroken = isInterrupted(cause);
    throw cause;
  } finally {
    client.release(isBroken);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: pg declares seven forms of `query`
type Any = any;
type Send = () => Any;

/** Drizzle's error repeats the array of parameters that it sent, even session tokens, and errors are logged. */
function withoutParameters(query: Any, values: Any, callback: Any, send: Send, attempt = (once: Send) => once()): Any {
  const isFromDrizzle = query?.text && Array.isArray(values) && !callback;
  if (!isFromDrizzle) return send();
  return attempt(() => traced(query.text, send)).catch((cause: unknown) => {
    values.length = 0;
    throw cause;
  });
}

class QuietClient extends pg.Client {
  override query(query: Any, values?: Any, callback?: Any): Any {
    return withoutParameters(query, values, callback, () => super.query(query, values, callback));
  }
}

export class QuietPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: QuietClient });
    // The pool replaces an idle connection that breaks, but without a listener the error would end the process.
    this.on("error", () => {});
    // A connection may also break between two statements of a transaction; the next statement then reports the error.
    this.on("connect", (client) => client.on("error", () => {}));
  }

  override query(query: Any, values?: Any, callback?: Any): Any {
    const send = () => super.query(query, values, callback);
    return withoutParameters(query, values, callback, send, (once) => this.attempt(query.text, once));
  }

  protected attempt(_statement: string, once: Send): Any {
    return once();
  }
}

/** Waits for a server that is about to answer, because nothing has been sent to it yet. */
class PatientPool extends QuietPool {
  readonly #waiting = new Set<Promise<unknown>>();
  #closing = false;

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    return handOver(this.#connect(), callback);
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#closing) throw new Error("Cannot use a pool after calling end on the pool");
    const connecting = patiently(
      () => super.connect(),
      (cause) => !this.#closing && isInterrupted(cause),
    );
    this.#waiting.add(connecting);
    return connecting.finally(() => this.#waiting.delete(connecting));
  }

  /** Outside a transaction, a read that broke can be repeated. */
  protected override attempt(statement: string, once: Send): Any {
    const isRead = /^\s*\(?select\b/i.test(statement) && !/\bfor update\b/i.test(statement);
    return isRead ? patiently(once, isInterrupted) : once();
  }

  /** A pool that ends never answers calls that still wait for a connection, so they get theirs first. */
  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ending = this.#end();
    if (!callback) return ending;
    ending.then(callback, callback);
  }

  async #end(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled(this.#waiting);
    await super.end();
  }
}

export function handOver(connecting: Promise<pg.PoolClient>, callback?: Connected): Promise<pg.PoolClient> | undefined {
  if (!callback) return connecting;
  connecting.then(
    (client) => callback(undefined, client, client.release),
    (cause) => callback(cause, undefined, () => {}),
  );
}

export type Connected = (cause: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

async function patiently<T>(act: () => Promise<T>, isPassing: (cause: unknown) => boolean): Promise<T> {
  for (const deadline = performance.now() + waitMs(); ; await sleep(pauseMs)) {
    try {
      return await act();
    } catch (cause) {
      if (!isPassing(cause) || performance.now() + pauseMs > deadline) throw cause;
    }
  }
}

function traced(statement: string, work: () => Promise<unknown>): Promise<unknown> {
  if (!isTraced()) return work();
  const word = /\w+/.exec(statement)?.[0].toUpperCase() ?? "QUERY";
  const attributes = { "db.system.name": "postgresql", "db.query.text": statement };
  return span(word, { kind: "client", attributes, onlyInside: true }, work);
}

/** The pool's error message if no connection became free in time. */
const poolIsFull = "timeout exceeded when trying to connect";
export const isPoolFull = (cause: unknown): boolean => codesOf(cause).includes(poolIsFull);
const serverIsFull = "53300";
const unloggedOnStandby = "cannot access temporary or unlogged relations during recovery";
/** The server was reached but does not take the statement: it starts, stops, or has become a standby. */
const refusals = ["57P03", "25006", unloggedOnStandby];
const breaks = ["57P01", "57P02", "08000", "08001", "08003", "08006", "08P01"];
const networkBreaks = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"];

export const codesOf = (cause: unknown): string[] => {
  const codes: string[] = [];
  for (let at = cause; at instanceof Error; at = at.cause) codes.push((at as { code?: string }).code ?? "", at.message);
  return codes;
};

/** The server restarts, or another one takes its place. */
const isInterrupted = (cause: unknown): boolean =>
  codesOf(cause).some(
    (code) =>
      [...refusals, ...breaks, ...networkBreaks].includes(code) ||
      /^(Connection terminated|Client has encountered)/.test(code),
  );

/** The error of a call that can soon be repeated: it had no effect, or it says that this is not known. */
export function toBusy(cause: unknown): ApiError | undefined {
  const codes = codesOf(cause);
  if ([poolIsFull, serverIsFull, ...refusals, "ECONNREFUSED"].some((code) => codes.includes(code))) return busy();
  return isInterrupted(cause) ? interrupted() : undefined;
}

export function busy(): ApiError {
  const error = new ApiError(503, "unavailable", sentence("tooBusy"), [], 2);
  error.headers = { "retry-after": "2" };
  return error;
}

/** A write may have been stored before the connection broke. */
function interrupted(): ApiError {
  return new ApiError(503, "unavailable", sentence("databaseBroke"), [], 2);
}

const statements = new WeakMap<Database, Map<string, unknown>>();

/** Built once per database and planned once per connection. `name` must include everything that the text depends on. */
export function prepared<P>(db: Database, name: string, build: (name: string) => P): P {
  let known = statements.get(db);
  if (!known) {
    known = new Map();
    statements.set(db, known);
  }
  if (!known.has(name)) known.set(name, build(name));
  return known.get(name) as P;
}
