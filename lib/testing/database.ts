import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export const TEMPLATE = "cartwright_template";

/** Copies a migrated template, which is faster than migrating. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("There is no test server: run this test through vitest.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => drop(server, name) };
}

/** Dropping may take a moment, because PostgreSQL's autovacuum may be at work after a large test. */
async function drop(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    } catch (error) {
      if ((error as { code?: string }).code !== "42501" || attempt === 100) throw error;
      await sleep(200);
    }
  }
}

export async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
