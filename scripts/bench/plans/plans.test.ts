import { readdirSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { staysSmall, tables } from "./fill.ts";
import { lists, params, questionsOf } from "./questions.ts";

// `npm run bench -- plans` needs some facts about lists and tables, which must be complete.

test.each(lists)("$is can be requested with each of its filters", (list) => {
  expect(questionsOf(list).length).toBeGreaterThan(0);
  const named = list.found.operation.path.match(/(?<=:)\w+/g) ?? [];
  expect(Object.keys(params[list.is] ?? {})).toEqual(named);
});

test("every table is filled or is known to stay small", async () => {
  const folder = new URL("../../../lib/database/schema/", import.meta.url);
  const known = new Set<string>();
  for (const file of readdirSync(folder)) {
    const made = Object.values(await import(new URL(file, folder).href));
    for (const table of made.filter((one) => is(one, PgTable))) {
      const { schema, name } = getTableConfig(table as PgTable);
      known.add(`${schema}.${name}`);
    }
  }
  expect([...known].sort()).toEqual([...Object.keys(tables), ...Object.keys(staysSmall)].sort());
});
