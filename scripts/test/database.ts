import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../lib/database/migrate.ts";
import { ensurePostgres } from "../../lib/runtime/postgres.ts";
import { TEMPLATE } from "../../lib/testing/database.ts";

/** Vitest's global set-up: one temporary server for the whole run, with a migrated template database. */
export async function setup(): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await throwAwayServer();
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env.TEST_DATABASE_URL = server.url;
  process.env.DATABASE_URL = server.url;
  return server.stop;
}

const running = new Set<() => Promise<void>>();

/** They outlive the process that started them. */
export async function stopServers(): Promise<void> {
  await Promise.allSettled([...running].map((stop) => stop()));
}

/** Not durable by default: only tests that kill writing processes need disk safety. */
export async function throwAwayServer(durable = false): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(durable ? tmpdir() : quickFolder(), "cartwright-test-"));
  const postgres = await ensurePostgres({ dataDir, durable });
  const stop = async () => {
    running.delete(stop);
    await postgres.stop();
    if (!postgres.where.startsWith(dataDir)) rmSync(postgres.where, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  };
  running.add(stop);
  return { url: postgres.url, stop };
}

/** In memory if there is room, because each test database is a thousand files that are soon deleted. */
export function quickFolder(): string {
  const memory = "/dev/shm";
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= 2 * 1024 ** 3 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

export async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  const template = new URL(url);
  template.pathname = TEMPLATE;
  await migrate(template.href);
}
