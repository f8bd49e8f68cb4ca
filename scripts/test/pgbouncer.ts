import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inPath } from "./find-program.ts";
import { freePort } from "./nginx.ts";

/** A pool in transaction mode in front of the database at `url`. */
export async function startPgBouncer(
  url: string,
  serverConnections: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const program = findPgBouncer();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "cartwright-pgbouncer-"));
  const { hostname, port: serverPort, username, password } = new URL(url);
  const file = join(folder, "pgbouncer.ini");
  // It is started as root in a container, and then becomes this user.
  const isRoot = process.getuid?.() === 0;
  writeFileSync(join(folder, "users.txt"), `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
max_prepared_statements = 200
max_client_conn = 1000
default_pool_size = ${serverConnections}
query_wait_timeout = 10
server_connect_timeout = 3
server_login_retry = 1
${isRoot ? "user = nobody" : ""}
`,
  );
  if (isRoot) execFileSync("chmod", ["-R", "a+rX", folder]);
  const child = spawn(program, ["-q", file], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  while (!(await answers(pooled.href))) {
    if (child.exitCode !== null) throw new Error("PgBouncer did not start.");
    await sleep(50);
  }
  return {
    url: pooled.href,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPgBouncer(): string {
  const program = inPath("pgbouncer");
  const [, major = 0, minor = 0] =
    /(\d+)\.(\d+)/.exec(program ? execFileSync(program, ["--version"]).toString() : "") ?? [];
  if (program && (Number(major) > 1 || Number(minor) >= 21)) return program;
  const found = program ? `is version ${major}.${minor}` : "is not on the PATH";
  throw new Error(`PgBouncer ${found}. Prepared statements need 1.21 or newer.`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
