import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";

/** A year and a month: long enough for what is asked for once a year. */
const keyUseDays = 400;

export async function pruneKeyUse(db: Database, days = keyUseDays): Promise<number> {
  const counts = await Promise.all(
    ["checkout", "affiliate"].map((schema) =>
      db.execute(sql`delete from ${sql.raw(`"${schema}"."key_use"`)} where day < current_date - ${days}::int`),
    ),
  );
  return counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
