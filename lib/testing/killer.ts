import pg from "pg";

/** Ends connections of the services from the database's side, busy ones first, as a crash would. */
export function openKiller(url: string) {
  const pool = new pg.Pool({ connectionString: url, application_name: "killer", max: 1 });
  return {
    /** Returns the number of ended connections. */
    async kill(): Promise<number> {
      const { rowCount } = await pool.query(`
        select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity
          where datname = current_database() and application_name = 'cartwright'
          order by state = 'idle', random() limit 1
        ) victim`);
      return rowCount ?? 0;
    },
    close: () => pool.end(),
  };
}
