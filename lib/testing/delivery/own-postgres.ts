import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../database/migrate.ts";
import { ensurePostgres } from "../../runtime/postgres.ts";
import { findServer } from "../../runtime/postgres-cluster.ts";

export async function ownPostgres(dataDir: string) {
  const postgres = await ensurePostgres({ dataDir });
  await migrate(postgres.url);
  return {
    url: postgres.url,
    /** SIGQUIT ends it without closing connections and causes a recovery. SIGINT stops it like for an update. */
    async kill(signal: "SIGQUIT" | "SIGINT" = "SIGQUIT") {
      const server = findServer(postgres.where);
      if (server) process.kill(server.pid, signal);
      while (findServer(postgres.where)) await sleep(20);
    },
    revive: () => postgres.revive(),
    async stop() {
      await postgres.stop();
      if (!postgres.where.startsWith(dataDir)) rmSync(postgres.where, { recursive: true, force: true });
    },
  };
}
