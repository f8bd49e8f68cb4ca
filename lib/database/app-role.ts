import pg from "pg";
import { migrate } from "./migrate.ts";

/** Migrates as the owner of the tables, and lets the role of the app use them, but only add to the activity. */
export async function migrateAsOwner(ownerUrl: string, appUrl: string): Promise<void> {
  const role = decodeURIComponent(new URL(appUrl).username);
  if (role === decodeURIComponent(new URL(ownerUrl).username)) {
    throw new Error("MIGRATION_DATABASE_URL names the same role as DATABASE_URL. The owner must be another one.");
  }
  await migrate(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "cartwright-migrate" });
  await client.connect();
  const app = client.escapeIdentifier(role);
  const schemas = "desk, checkout, affiliate";
  try {
    await client.query(`begin;
      grant usage on schema ${schemas}, migrations to ${app};
      grant select on all tables in schema migrations to ${app};
      grant select, insert, update, delete on all tables in schema ${schemas} to ${app};
      grant usage on all sequences in schema ${schemas} to ${app};
      revoke update, delete, truncate, references, trigger on desk.audit from ${app};
      commit`);
  } finally {
    await client.end();
  }
}

/** Whether the connection's role could change entries of the activity, were it not for the trigger, which an owner can remove. */
export async function mayChangeAudit(client: Pick<pg.Pool, "query">): Promise<{ role: string; may: boolean }> {
  const { rows } = await client.query(`select current_user as role,
      has_table_privilege('desk.audit', 'update, delete, truncate') or pg_has_role(relowner, 'member') as may
    from pg_class where oid = 'desk.audit'::regclass`);
  return rows[0];
}
