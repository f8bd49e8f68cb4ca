import { execFileSync } from "node:child_process";
import { chownSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type DatabaseProgram, runProgram } from "./postgres-program.ts";
import { isCode } from "./private-file.ts";

export interface Server {
  pid: number;
  port: number;
}

/** The database shares a small machine with the app. For more, edit postgresql.conf or set DATABASE_URL. */
const settings = {
  shared_buffers: "64MB",
  max_connections: "100",
  max_wal_size: "512MB",
  wal_compression: "on",
  // A query must not take a second core from the app, and containers have little shared memory.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  io_method: "sync",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // One log file per weekday. Statements and details may contain people's input, so they are left out.
  logging_collector: "on",
  log_filename: "%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_age: "1d",
  log_rotation_size: "0",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

const throwAway = {
  // One server has the databases of all apps of a test run.
  max_connections: "300",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_compression: "off",
  logging_collector: "off",
};

export async function createCluster(program: DatabaseProgram, password: string, durable: boolean): Promise<void> {
  const { directory, uid, gid } = program;
  const draft = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid);
  try {
    const options = Object.entries(durable ? settings : { ...settings, ...throwAway }).map(
      ([k, v]) => `--set=${k}=${v}`,
    );
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    const sync = durable ? [] : ["--no-sync"];
    await runProgram(program, "initdb", [`--pgdata=${draft}`, ...access, ...locale, ...sync, ...options], 120_000);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // The directory gets its name when it is complete, so that an interrupted initdb starts again.
  renameSync(draft, directory);
}

/** A server that was just killed may need several attempts. */
export async function startCluster(program: DatabaseProgram, preferredPort?: number): Promise<Server> {
  const { directory } = program;
  const log = join(directory, "start.log");
  forgetForeignPid(directory);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? preferredPort : undefined);
    rmSync(log, { force: true });
    const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=`;
    try {
      await runProgram(
        program,
        "pg_ctl",
        ["start", "-w", "-t", "300", "-D", directory, "-l", log, "-o", options],
        310_000,
      );
      return { pid: readPidFile(directory)?.pid ?? 0, port };
    } catch (cause) {
      const said = readText(log).trim().split("\n").slice(-6).join("\n");
      if (attempt >= 20) throw new Error(`PostgreSQL does not start in ${directory}.\n${said}`, { cause });
      await sleep(500);
    }
  }
}

export async function stopCluster(program: DatabaseProgram): Promise<void> {
  await runProgram(program, "pg_ctl", ["stop", "-w", "-t", "60", "-m", "fast", "-D", program.directory], 65_000);
}

export function findServer(directory: string): Server | undefined {
  const file = readPidFile(directory);
  return file && servesDirectory(file.pid, directory) ? file : undefined;
}

/** False if the server ended before it accepted connections. */
export async function becomesReady(directory: string, url: (port: number) => string): Promise<boolean> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    const server = findServer(directory);
    if (!server) return false;
    if (server.port && (await answers(url(server.port), directory))) return true;
    await sleep(25);
  }
  throw new Error(`The PostgreSQL server of ${directory} is running but does not respond.`);
}

async function answers(url: string, directory: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("SHOW data_directory");
    return realpathSync(rows[0].data_directory) === realpathSync(directory);
  } catch (error) {
    if (isCode(error, "28P01")) {
      throw new Error(`The PostgreSQL server of ${directory} rejects the password in postgres.json.`);
    }
    return isCode(error, "53300"); // Every connection is taken, so the server is running.
  } finally {
    await client.end().catch(() => {});
  }
}

function readPidFile(directory: string): Server | undefined {
  const [pid, , , port] = readText(join(directory, "postmaster.pid")).split("\n");
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port) || 0 } : undefined;
}

/** Process ids are reused, so the process may be another program. */
function servesDirectory(pid: number, directory: string): boolean {
  try {
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
    if (process.platform === "win32") return process.kill(pid, 0);
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).includes(directory);
  } catch {
    return false;
  }
}

// After a power loss, the process id in postmaster.pid may belong to another program, which PostgreSQL would take for
// its server and refuse to start. The rest of the file stays, because PostgreSQL finds surviving processes with it.
function forgetForeignPid(directory: string): void {
  const NEVER_A_PID = 999_999_999;
  const path = join(directory, "postmaster.pid");
  const text = readText(path);
  if (!text || findServer(directory)) return;
  writeFileSync(path, [NEVER_A_PID, ...text.split("\n").slice(1)].join("\n"));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) return "";
    throw error;
  }
}

export function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", () =>
      preferred ? resolve(freePort()) : reject(new Error("There is no free port on 127.0.0.1.")),
    );
    probe.listen(preferred, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : preferred));
    });
  });
}
