import { randomBytes } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { ensurePostgres, type Postgres } from "./postgres.ts";
import { privateDirectory, readOrCreatePrivate } from "./private-file.ts";

export const projectDir = resolve(import.meta.dirname, "../..");

export interface Runtime {
  databaseUrl: string;
  /** For what belongs to one connection: listening, locks, migrations and settings. */
  sessionUrl: string;
  dataDir: string;
  /** Undefined if DATABASE_URL names another server. */
  postgres?: Postgres;
  stop(): Promise<void>;
}

/** Environment variables take precedence over `.env`. */
export function prepareSettings(): string {
  const envFile = join(projectDir, ".env");
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const wanted = resolve(projectDir, process.env.CARTWRIGHT_DATA_DIR || ".data");
  const dataDir = realpathSync(privateDirectory(wanted));
  process.env.CARTWRIGHT_DATA_DIR = dataDir;
  process.env.CARTWRIGHT_SECRET ||= readOrCreatePrivate(join(dataDir, "secret"), () =>
    randomBytes(32).toString("base64url"),
  );
  return dataDir;
}

export async function prepareRuntime(log: (line: string) => void = console.log): Promise<Runtime> {
  // With much memory, the heap would otherwise grow to four times the live data before garbage is collected.
  setFlagsFromString("--heap-growing-percent=50");
  const dataDir = prepareSettings();
  const { DATABASE_URL: databaseUrl, DATABASE_SESSION_URL: sessionUrl } = process.env;
  if (databaseUrl) return { databaseUrl, sessionUrl: sessionUrl || databaseUrl, dataDir, stop: async () => {} };
  for (const setting of ["DATABASE_SESSION_URL", "DATABASE_READ_URL"]) {
    if (process.env[setting]) throw new Error(`${setting} is set without DATABASE_URL. Set both, or neither.`);
  }
  const postgres = await ensurePostgres({ dataDir, log });
  process.env.DATABASE_URL = postgres.url;
  return {
    databaseUrl: postgres.url,
    sessionUrl: postgres.url,
    dataDir,
    postgres,
    async stop() {
      await postgres.stop();
    },
  };
}
