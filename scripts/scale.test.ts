import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { projectDir } from "../lib/runtime/runtime.ts";
import { type Term, terms } from "../lib/services/retention-terms.ts";

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");

test("every table that docs/scale.md names exists", async () => {
  const folder = join(projectDir, "lib/database/schema");
  const tables = new Set<string>();
  for (const file of readdirSync(folder)) {
    for (const table of Object.values(await import(join(folder, file))).filter((one) => is(one, PgTable))) {
      const { schema, name } = getTableConfig(table as PgTable);
      tables.add(`${schema}.${name}`);
    }
  }
  const named = read("docs/scale.md").match(/(?<=`)(checkout|affiliate|desk)\.[a-z_]+(?=`)/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !tables.has(name))).toEqual([]);
});

test("docs/operations.md and .env.example state the actual retention times", () => {
  for (const [term, { usual }] of Object.entries(terms) as [Term, { usual: number }][]) {
    expect(read(".env.example")).toContain(`# ${term}=${usual}\n`);
    const unit = term.endsWith("MONTHS") ? "months" : "days";
    expect(read("docs/operations.md")).toMatch(new RegExp(`\\| ${usual} ${unit}.*, \`${term}\``));
  }
});
