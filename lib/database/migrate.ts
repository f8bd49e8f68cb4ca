import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

// Any number that nothing else in this database locks on.
const migrationLock = 724_091_138;

/** Brings a database up to date. Processes that start at once take turns. */
export async function migrate(
  url: string,
  folder = path.join(process.cwd(), "lib/database/migrations"),
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "cartwright-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await runMigrations(drizzle(client), { migrationsFolder: folder, migrationsSchema: "migrations" });
  } finally {
    await client.end();
  }
}
