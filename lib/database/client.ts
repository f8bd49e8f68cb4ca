import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgPreparedQuery } from "drizzle-orm/pg-core";
import pg from "pg";
import { isTraced, span } from "../telemetry.ts";

export type Database = NodePgDatabase & { $client: pg.Pool };

/** bigint columns here are counts and times, well inside what a number holds exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long somebody waits for a connection while all are in use. */
const longestWaitMs = 10_000;

/** `options` are PostgreSQL's own, such as `-c enable_seqscan=off`. */
export function openDatabase(url: string, maxConnections = 10, options?: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: Number(process.env.DATABASE_WAIT_MS) || longestWaitMs,
    idleTimeoutMillis: 60_000,
    application_name: "cartwright",
    options,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  // So would one that breaks between two statements of a transaction; the next statement says so to whoever waits.
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle(pool);
}

type Run = (statement: string, params: unknown[], query: () => Promise<unknown>) => Promise<unknown>;
const prepared = PgPreparedQuery.prototype as unknown as { queryWithCache: Run };
const run = prepared.queryWithCache;

/** Drizzle's error repeats every parameter, session tokens among them, and errors end in logs: only the statement may. */
prepared.queryWithCache = async function withoutParameters(statement, params, query) {
  try {
    return await traced(statement, () => run.call(this, statement, params, query));
  } catch (cause) {
    if (!(cause instanceof DrizzleQueryError)) throw cause;
    const told = cause.message;
    cause.message = `Failed query: ${statement}`;
    cause.stack = cause.stack?.replace(told, () => cause.message);
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

/** Drizzle keeps the connection for ever where `begin` fails on it, and after a few of them the pool is empty. */
sessions.prototype.transaction = async function givesBack(work, config) {
  if (!(this.client instanceof pg.Pool)) return transact.call(this, work, config);
  const client = await this.client.connect();
  try {
    return await transact.call(new sessions(client, this.dialect, this.schema, this.options), work, config);
  } finally {
    client.release();
  }
};
