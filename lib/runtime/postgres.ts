import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type FileLock, lockFile } from "./file-lock.ts";
import { becomesReady, createCluster, findServer, startCluster, stopCluster } from "./postgres-cluster.ts";
import { type DatabaseProgram, findProgram } from "./postgres-program.ts";
import { privateDirectory, readOrCreatePrivate, writePrivate } from "./private-file.ts";

export interface Postgres {
  url: string;
  startedByUs: boolean;
  where: string;
  revive(): Promise<void>;
  /** Only the last user stops the server. False if another process still uses it. */
  stop(): Promise<boolean>;
}

interface Options {
  dataDir: string;
  log?: (line: string) => void;
  /** False only for temporary data: faster, but lost in a power failure. */
  durable?: boolean;
}

/** Kept between starts in `postgres.json` (0600). */
interface Memory {
  adminPassword: string;
  appPassword: string;
  port?: number;
  /** Set only if the database files cannot be in the data directory. */
  directory?: string;
}

const APP = "cartwright";

// Any number of processes may call this at once: they attach to a running server, and one lock guards all changes of
// its state. Each user holds a second, shared lock, which tells the last one that it is the last.
export async function ensurePostgres({ dataDir, log = () => {}, durable = true }: Options): Promise<Postgres> {
  privateDirectory(dataDir);
  const memoryFile = join(dataDir, "postgres.json");
  const memory: Memory = JSON.parse(
    readOrCreatePrivate(memoryFile, () => JSON.stringify({ adminPassword: password(), appPassword: password() })),
  );
  const remember = (more: Partial<Memory>) => {
    Object.assign(memory, more);
    writePrivate(memoryFile, `${JSON.stringify(memory)}\n`);
  };

  const { program, startedByUs, user } = await underLock(dataDir, async () => {
    const known: Memory = JSON.parse(readFileSync(memoryFile, "utf8"));
    Object.assign(memory, known);
    const program = await findProgram(dataDir, memory.directory);
    if (program.directory !== join(dataDir, "postgres")) {
      remember({ directory: program.directory });
      log(
        `PostgreSQL keeps its files in ${program.directory}, because it cannot run as root and no other user can read ${dataDir}.`,
      );
    }
    const startedByUs = await bringUp(program, memory, remember, durable);
    await createDatabase(memory);
    const user = await lockFile(join(dataDir, "postgres.users"), "shared", 10_000);
    return { program, startedByUs, user };
  });

  let seat: FileLock | undefined = user;
  return {
    url: urlOf(memory, APP, APP),
    startedByUs,
    where: program.directory,
    async revive() {
      if (!seat || findServer(program.directory)) return;
      await underLock(dataDir, async () => {
        if (seat) await bringUp(program, memory, remember, durable);
      });
    },
    async stop() {
      if (!seat) return false;
      seat.release();
      seat = undefined;
      return leave(dataDir, program);
    },
  };
}

/** Waits for others only while nobody uses the server: whoever begins to use it will stop it. */
async function leave(dataDir: string, program: DatabaseProgram): Promise<boolean> {
  const alone = () => lockFile(join(dataDir, "postgres.users"), "exclusive");
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const last = await alone();
    if (!last) return false;
    last.release();
    const lock = await lockFile(join(dataDir, "postgres.lock"), "exclusive", 250);
    if (!lock) continue;
    try {
      const still = await alone();
      if (!still) return false;
      if (findServer(program.directory)) await stopCluster(program);
      still.release();
      return true;
    } finally {
      lock.release();
    }
  }
  throw tooLong(dataDir);
}

/** False if the server was running already. */
async function bringUp(
  program: DatabaseProgram,
  memory: Memory,
  remember: (more: Partial<Memory>) => void,
  durable: boolean,
): Promise<boolean> {
  const { directory } = program;
  const admin = (port: number) => urlOf({ ...memory, port }, "postgres", "postgres");
  if (await becomesReady(directory, admin)) {
    remember({ port: findServer(directory)?.port });
    return false;
  }
  if (!existsSync(directory)) await createCluster(program, memory.adminPassword, durable);
  checkVersion(directory);
  remember({ port: (await startCluster(program, memory.port)).port });
  if (!(await becomesReady(directory, admin)))
    throw new Error(`PostgreSQL stopped again. Its log is in ${directory}/log.`);
  return true;
}

/** The app's user is no superuser, so that its connection can neither read files nor run programs. */
async function createDatabase(memory: Memory): Promise<void> {
  const client = new pg.Client(urlOf(memory, "postgres", "postgres"));
  await client.connect();
  try {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APP]);
    if (!role.rowCount) await client.query(`CREATE ROLE ${APP} LOGIN CREATEDB PASSWORD '${memory.appPassword}'`);
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [APP]);
    if (!database.rowCount) await client.query(`CREATE DATABASE ${APP} OWNER ${APP}`);
  } finally {
    await client.end();
  }
}

function checkVersion(directory: string): void {
  const version = readFileSync(join(directory, "PG_VERSION"), "utf8").trim();
  if (version === "18") return;
  throw new Error(
    `The data in ${directory} was created by PostgreSQL ${version}, and this version of Cartwright includes PostgreSQL 18. Move the data with pg_dump of that version.`,
  );
}

function urlOf(memory: Memory, user: string, database: string): string {
  const secret = user === APP ? memory.appPassword : memory.adminPassword;
  return `postgresql://${user}:${secret}@127.0.0.1:${memory.port}/${database}`;
}

const patienceMs = 330_000;
const tooLong = (dataDir: string) =>
  new Error(`Another process has been starting or stopping PostgreSQL in ${dataDir} for several minutes.`);

async function underLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockFile(join(dataDir, "postgres.lock"), "exclusive", patienceMs);
  if (!lock) throw tooLong(dataDir);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function password(): string {
  return randomBytes(24).toString("base64url");
}
