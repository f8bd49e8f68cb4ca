import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inPath } from "../../test/find-program.ts";
import { freePort } from "../../test/nginx.ts";
import { startPgBouncer } from "../../test/pgbouncer.ts";

const names = ["pg1", "pg2", "pg3"] as const;
type Name = (typeof names)[number];
type Server = { name: Name; port: number; restPort: number; folder: string; patroni?: ChildProcess };

export type Servers = {
  /** Through PgBouncer, in transaction mode. */
  url: string;
  /** Through HAProxy alone. */
  sessionUrl: string;
  faults: Record<string, () => Promise<void>>;
  /** Resolves once one server leads and another follows it synchronously. */
  healthy(): Promise<string>;
  stop(): Promise<void>;
};

const password = "soak";
const binaries = "/usr/lib/postgresql/15/bin";

/** Three PostgreSQL under Patroni with etcd. HAProxy leads to the one that Patroni calls the primary. */
export async function startServers(): Promise<Servers> {
  const missing = ["patroni", "etcd", "haproxy"].filter((program) => !find(program));
  if (missing.length > 0) {
    throw new Error(`${missing.join(", ")} is missing. Debian has patroni, etcd-server, haproxy and postgresql-15.`);
  }
  const folder = mkdtempSync(join(tmpdir(), "cartwright-failover-"));
  const own = { uid: Number(idOf("-u")), gid: Number(idOf("-g")) };
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    while (undo.length) await undo.pop()?.();
  };
  try {
    execFileSync("chown", [`${own.uid}:${own.gid}`, folder]);
    const [etcdPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];
    const client = `http://127.0.0.1:${etcdPort}`;
    const peer = `http://127.0.0.1:${peerPort}`;
    const etcd = start("etcd", folder, own, [
      "--name",
      "etcd",
      "--data-dir",
      join(folder, "etcd"),
      "--listen-client-urls",
      client,
      "--advertise-client-urls",
      client,
      "--listen-peer-urls",
      peer,
      "--initial-advertise-peer-urls",
      peer,
      "--initial-cluster",
      `etcd=${peer}`,
      "--enable-v2",
    ]);
    undo.push(() => end(etcd));
    await until("etcd", () => fetch(`${client}/health`).then(({ ok }) => ok));

    const servers: Server[] = [];
    for (const name of names) {
      const server = { name, port: await freePort(), restPort: await freePort(), folder: join(folder, name) };
      mkdirSync(server.folder, { mode: 0o700 });
      writeFileSync(`${server.folder}.yml`, patroniSettings(server, etcdPort));
      execFileSync("chown", [`${own.uid}:${own.gid}`, server.folder, `${server.folder}.yml`]);
      servers.push(server);
    }
    const startPatroni = (server: Server) => {
      server.patroni = start("patroni", folder, own, [`${server.folder}.yml`], server.name);
    };
    undo.push(async () => {
      for (const server of servers) signal(pidsOf(server), "SIGCONT");
      await Promise.all(servers.map(({ patroni }) => patroni && end(patroni, "SIGTERM", 20_000)));
      for (const server of servers) signal(pidsOf(server), "SIGKILL");
    });
    for (const server of servers) {
      startPatroni(server);
      await until(server.name, () => stateOf(server).then((state) => state.state === "running"), 180_000);
    }
    const socket = join(folder, "haproxy.sock");
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, haproxySettings(servers, haproxyPort, socket));
    chmodSync(folder, 0o755);
    const haproxy = start("haproxy", folder, {}, ["-db", "-f", file]);
    undo.push(() => end(haproxy));
    const server = new URL(`postgres://postgres:${password}@127.0.0.1:${haproxyPort}/postgres`);
    // At first, HAProxy leads to every server.
    await until("a primary", () => query(server.href, "create database cartwright").then(() => true));
    const sessionUrl = Object.assign(server, { pathname: "cartwright" }).href;
    const pool = await startPgBouncer(sessionUrl, 20);
    undo.push(pool.stop);

    const healthy = async () => {
      let leader = "";
      let all: State[] = [];
      await until(
        "a healthy cluster",
        async () => {
          all = await Promise.all(servers.map(stateOf));
          leader = servers.find((_, at) => isLeader(all[at]))?.name ?? "";
          const following = all.filter(
            (state) => !isLeader(state) && ["running", "streaming"].includes(state.state ?? ""),
          );
          return leader !== "" && following.length === 2 && all.some((state) => state.sync_standby === true);
        },
        120_000,
      ).catch((error) => {
        for (const [at, { name }] of servers.entries()) {
          const log = readFileSync(join(folder, `${name}.log`), "utf8");
          console.log(`${name} is ${JSON.stringify(all[at])}. The end of its log:\n${log.slice(-3_000)}`);
        }
        throw error;
      });
      return leader;
    };
    const primary = async () => servers.find(({ name }) => name === leaderName) as Server;
    let leaderName = "";
    const onPrimary = (fault: (server: Server) => Promise<void>) => async () => {
      leaderName = await healthy();
      await fault(await primary());
    };
    const haproxySays = (words: string) => tell(socket, words);
    const faults = {
      "postgres killed": onPrimary(async (server) => {
        process.kill(postmasterOf(server), "SIGKILL");
        // Until Patroni has noticed it, the cluster looks healthy.
        await sleep(3_000);
      }),
      "machine killed": onPrimary(async (server) => {
        signal(pidsOf(server), "SIGKILL");
        await sleep(5_000);
        startPatroni(server);
      }),
      "machine stopped for 15 s": onPrimary(async (server) => {
        const pids = pidsOf(server);
        signal(pids, "SIGSTOP");
        await sleep(15_000);
        signal(pids, "SIGCONT");
      }),
      "network cut for 4 s": onPrimary(async ({ name }) => {
        await haproxySays(`set server postgres/${name} state maint`);
        await haproxySays(`shutdown sessions server postgres/${name}`);
        await sleep(4_000);
        await haproxySays(`set server postgres/${name} state ready`);
      }),
      switchover: onPrimary(async ({ name, restPort }) => {
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify({ leader: name });
        await fetch(`http://127.0.0.1:${restPort}/switchover`, { method: "POST", headers, body });
      }),
    };
    await healthy();
    return { url: pool.url, sessionUrl, faults, healthy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function find(program: string): string | undefined {
  return (
    inPath(program) ?? ["/usr/sbin", "/usr/local/sbin"].map((path) => join(path, program)).find((path) => has(path))
  );
}

function has(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

/** PostgreSQL does not run as root, so in a container it runs as Debian's user. */
const idOf = (option: "-u" | "-g") =>
  execFileSync("id", process.getuid?.() === 0 ? [option, "postgres"] : [option])
    .toString()
    .trim();

function start(program: string, folder: string, user: object, words: string[], name = program): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), "a");
  const env = { ...process.env, HOME: folder };
  return spawn(find(program) ?? program, words, { ...user, cwd: folder, env, stdio: ["ignore", log, log] });
}

async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM", withinMs = 5_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await Promise.race([ended, sleep(withinMs, undefined, { ref: false }).then(() => child.kill("SIGKILL"))]);
}

async function until(what: string, isSo: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`There is not ${what} within ${withinMs / 1000} seconds.`);
    await sleep(200);
  }
}

type State = { state?: string; role?: string; sync_standby?: boolean };

const stateOf = ({ restPort }: Server): Promise<State> =>
  fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.json() as Promise<State>,
    () => ({}),
  );

const isLeader = (state: State | undefined) =>
  state?.state === "running" && ["master", "primary"].includes(state.role ?? "");

const postmasterOf = ({ folder }: Server) =>
  Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);

/** Any of the processes may have ended since it was found. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Patroni, the server and its processes. */
function pidsOf(server: Server): number[] {
  const patroni =
    server.patroni?.exitCode === null && server.patroni.signalCode === null ? [server.patroni.pid ?? 0] : [];
  try {
    const postmaster = postmasterOf(server);
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim();
    return [...patroni, postmaster, ...children.split(" ").filter(Boolean).map(Number)];
  } catch {
    return patroni;
  }
}

export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** HAProxy's answer to a command. */
function tell(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.write(`${command}\n`);
  return text(connection);
}

const patroniSettings = ({ name, port, restPort, folder }: Server, etcdPort: number) => `
scope: cartwright
name: ${name}
restapi: { listen: "127.0.0.1:${restPort}", connect_address: "127.0.0.1:${restPort}" }
# With etcd3, Patroni 3.0 lets a primary that was stopped overwrite the lock of its successor.
etcd: { host: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: 12
    loop_wait: 1
    retry_timeout: 5
    master_start_timeout: 0
    maximum_lag_on_failover: 1048576
    # Without a standby that has it, nothing is acknowledged.
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 200, shared_buffers: 64MB, wal_log_hints: "on", max_parallel_workers_per_gather: 0 }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
  pg_hba: [ "host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256" ]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${join(folder, "data")}
  bin_dir: ${binaries}
  pgpass: ${join(folder, "pgpass")}
  parameters: { unix_socket_directories: "${folder}", timezone: UTC }
  authentication:
    superuser: { username: postgres, password: ${password} }
    replication: { username: replicator, password: ${password} }
    rewind: { username: postgres, password: ${password} }
`;

const haproxySettings = (servers: Server[], port: number, socket: string) => `
global
  maxconn 1000
  stats socket ${socket} mode 600 level admin
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((server) => `  server ${server.name} 127.0.0.1:${server.port} maxconn 300 check port ${server.restPort}`).join("\n")}
`;
