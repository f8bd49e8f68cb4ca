import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";

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
