import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgPreparedQuery } from "drizzle-orm/pg-core";
import pg from "pg";

export type Database = NodePgDatabase & { $client: pg.Pool };

/** bigint columns here are counts and times, well inside what a number holds exactly. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openDatabase(url: string, maxConnections = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: "cartwright",
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
    return await run.call(this, statement, params, query);
  } catch (cause) {
    if (!(cause instanceof DrizzleQueryError)) throw cause;
    const told = cause.message;
    cause.message = `Failed query: ${statement}`;
    cause.stack = cause.stack?.replace(told, () => cause.message);
    cause.params = [];
    throw cause;
  }
};
