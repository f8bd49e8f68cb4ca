import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgPreparedQuery } from "drizzle-orm/pg-core";
import pg from "pg";
import { ApiError } from "../contract/errors.ts";
import { isTraced, span } from "../telemetry.ts";

export type Database = NodePgDatabase & { $client: pg.Pool };

/** All bigint columns are counts and times, which a number holds exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const longestWaitMs = 10_000;

/** `options` are PostgreSQL's, such as `-c enable_seqscan=off`. */
export function openDatabase(url: string, maxConnections = 10, options?: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: Number(process.env.DATABASE_WAIT_MS) || longestWaitMs,
    idleTimeoutMillis: 60_000,
    application_name: "cartwright",
    options,
  });
  // The pool replaces an idle connection that breaks, but without a listener the error would end the process.
  pool.on("error", () => {});
  // A connection may also break between two statements of a transaction; the next statement then reports the error.
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle(pool);
}

type Run = (statement: string, params: unknown[], query: () => Promise<unknown>) => Promise<unknown>;
const query = PgPreparedQuery.prototype as unknown as { queryWithCache: Run };
const run = query.queryWithCache;

/** Keeps only the statement: errors are logged, and Drizzle's repeat every parameter, even session tokens. */
query.queryWithCache = async function withoutParameters(statement, params, work) {
  try {
    return await traced(statement, () => run.call(this, statement, params, work));
  } catch (cause) {
    if (!(cause instanceof DrizzleQueryError)) throw cause;
    const withParameters = cause.message;
    cause.message = `Failed query: ${statement}`;
    cause.stack = cause.stack?.replace(withParameters, () => cause.message);
    cause.params = [];
    throw cause;
  }
};

function traced(statement: string, work: () => Promise<unknown>): Promise<unknown> {
  if (!isTraced()) return work();
  const word = /\w+/.exec(statement)?.[0].toUpperCase() ?? "QUERY";
  const attributes = { "db.system.name": "postgresql", "db.query.text": statement.slice(0, 2_000) };
  return span(word, { kind: "client", attributes, onlyInside: true }, work);
}

type Transaction = (this: Session, work: unknown, config?: unknown) => Promise<unknown>;
type Session = { client: pg.Pool | pg.PoolClient; dialect: unknown; schema: unknown; options: unknown };
const sessions = NodePgSession as unknown as {
  new (client: pg.PoolClient, dialect: unknown, schema: unknown, options: unknown): Session;
  prototype: { transaction: Transaction };
};
const transact = sessions.prototype.transaction;

/** Drizzle never returns a connection to the pool if `begin` fails on it, so a few failures would empty the pool. */
sessions.prototype.transaction = async function givesBack(work, config) {
  if (!(this.client instanceof pg.Pool)) return transact.call(this, work, config);
  const client = await this.client.connect();
  try {
    return await transact.call(new sessions(client, this.dialect, this.schema, this.options), work, config);
  } finally {
    client.release();
  }
};

/** The pool's error message if no connection became free in time. */
const poolIsFull = "timeout exceeded when trying to connect";
const serverIsFull = "53300";

/** Without a free database connection, the call had no effect and can soon be repeated. */
export function toBusy(cause: unknown): ApiError | undefined {
  for (let at = cause; at instanceof Error; at = at.cause) {
    if (at.message === poolIsFull || (at as { code?: string }).code === serverIsFull) return busy();
  }
  return undefined;
}

export function busy(): ApiError {
  const error = new ApiError(503, "unavailable", "Cartwright is busy. Try again in a moment.", [], 2);
  error.headers = { "retry-after": "2" };
  return error;
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
