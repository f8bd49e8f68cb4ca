import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../lib/database/migrate.ts";
import { ensurePostgres } from "../../lib/runtime/postgres.ts";
import { findServer, startCluster, stopCluster } from "../../lib/runtime/postgres-cluster.ts";
import { findProgram } from "../../lib/runtime/postgres-program.ts";
import { run } from "../../lib/testing/database.ts";
import { quickFolder } from "./database.ts";

export type Pair = {
  url: string;
  standbyUrl: string;
  onPrimary(statement: string): Promise<void>;
  onStandby(statement: string): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
};

/** A migrated server and a standby that follows it, made from a copy of its stopped files. */
export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(quickFolder(), "cartwright-pair-"));
  const [dataDir, copyDir] = [join(folder, "primary"), join(folder, "standby")];
  const draft = await ensurePostgres({ dataDir });
  await migrate(draft.url);
  await draft.stop();
  mkdirSync(copyDir, { mode: 0o700 });
  const program = await findProgram(copyDir);
  execFileSync("cp", ["-a", draft.where, program.directory]);

  const primary = await ensurePostgres({ dataDir });
  const { adminPassword } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  const at = (port: string, user?: string) => {
    const url = Object.assign(new URL(primary.url), { port });
    return user ? Object.assign(url, { username: user, password: adminPassword }) : url;
  };
  const { hostname, port } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=postgres password=${adminPassword} application_name=standby`;
  appendFileSync(join(program.directory, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  writeFileSync(join(program.directory, "standby.signal"), "");
  const standbyPort = String((await startCluster(program)).port);
  const stopStandby = async () => {
    if (findServer(program.directory)) await stopCluster(program);
  };
  return {
    url: primary.url,
    standbyUrl: at(standbyPort).href,
    onPrimary: (statement) => run(at(port, "postgres").href, statement),
    onStandby: (statement) => run(at(standbyPort, "postgres").href, statement),
    stopStandby,
    async startStandby() {
      await startCluster(program, Number(standbyPort));
    },
    async stop() {
      await stopStandby();
      await primary.stop();
      for (const where of [primary.where, program.directory, folder]) rmSync(where, { recursive: true, force: true });
    },
  };
}
