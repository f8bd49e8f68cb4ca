import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** A folder with the migrations of this version and one that a later version could bring. */
export function addMigration(statement: string): string {
  const folder = mkdtempSync(join(tmpdir(), "cartwright-migrations-"));
  cpSync("lib/database/migrations", folder, { recursive: true });
  const journal = join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const { idx, when, ...newest } = entries.at(-1);
  const tag = `${String(idx + 1).padStart(4, "0")}_later`;
  entries.push({ ...newest, idx: idx + 1, when: when + 1, tag });
  writeFileSync(journal, JSON.stringify({ ...rest, entries }));
  writeFileSync(join(folder, `${tag}.sql`), statement);
  return folder;
}
