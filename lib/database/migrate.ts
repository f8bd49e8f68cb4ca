import { readFileSync } from "node:fs";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { codesOf } from "./client.ts";

// Must differ from all other advisory locks in this database.
const migrationLock = 724_091_138;

const migrationsFolder = () => path.join(process.cwd(), "lib/database/migrations");

/** The lock makes processes that start at the same time take turns. */
export async function migrate(url: string, folder = migrationsFolder()): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "cartwright-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const known = knownMigrations(folder);
    const newest = known.at(-1);
    const seen = await appliedMigrations(client);
    const { applied, at } = seen;
    if (newest && at > newest.when) {
      throw new Error(
        `This database has been brought up to date by a newer Cartwright (${applied} steps; this one knows ${known.length}). Start that one, or restore a backup that was made before.`,
      );
    }
    if (isUnreleased(seen, known)) {
      throw new Error(
        "This database was made by a Cartwright from before 0.1.0, which no release can migrate. Nothing in it was changed. Set DATABASE_URL or CARTWRIGHT_DATA_DIR to a new database or folder.",
      );
    }
    // A role that may not migrate can start the app, once the owner of the tables has migrated.
    if (newest && at === newest.when) return;
    await runMigrations(drizzle(client), { migrationsFolder: folder, migrationsSchema: "migrations" }).catch(
      refuseRole,
    );
  } finally {
    await client.end();
  }
}

const insufficientPrivilege = "42501";

function refuseRole(cause: unknown): never {
  if (!codesOf(cause).includes(insufficientPrivilege)) throw cause;
  throw new Error(
    "The role of the database may not migrate it. Run `npm run admin -- migrate` with the owner’s address in MIGRATION_DATABASE_URL.",
    { cause },
  );
}

export type Migration = { idx: number; when: number; tag: string };

export function knownMigrations(folder = migrationsFolder()): Migration[] {
  return JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")).entries;
}

type Queryable = { query(text: string): Promise<{ rows: Record<string, unknown>[] }> };

export async function appliedMigrations(client: Queryable): Promise<{ applied: number; at: number }> {
  const { rows } = await client.query("select to_regclass('migrations.__drizzle_migrations') is not null as begun");
  if (!rows[0]?.begun) return { applied: 0, at: 0 };
  const { rows: seen } = await client.query(
    "select count(*)::int as applied, coalesce(max(created_at), 0)::float8 as at from migrations.__drizzle_migrations",
  );
  return { applied: Number(seen[0]?.applied), at: Number(seen[0]?.at) };
}

/** Whether the database has other migrations than this version and is not newer. Releases keep theirs, so only an unreleased version made it. */
export function isUnreleased({ applied, at }: { applied: number; at: number }, known = knownMigrations()): boolean {
  return applied > 0 && at < (known.at(-1)?.when ?? 0) && known[applied - 1]?.when !== at;
}

/** Runs in the caller's transaction and records the migrations like `migrate`. */
export async function runMigrationsIn(
  client: pg.ClientBase,
  { from, to }: { from: number; to: number },
  folder = migrationsFolder(),
): Promise<void> {
  if (from === 0) {
    await client.query("create schema migrations");
    await client.query(
      "create table migrations.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
  }
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder }).slice(from, to)) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into migrations.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}
