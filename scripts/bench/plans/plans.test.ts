import { expect, test } from "vitest";
import { findTables } from "./fill.ts";
import { lists, params, questionsOf } from "./questions.ts";
import { madeByHand, madeByTraffic, staysSmall } from "./tables.ts";

// `npm run bench -- plans` needs some facts about lists and tables, which must be complete.

test.each(lists)("$is can be requested with each of its filters", (list) => {
  expect(questionsOf(list).length).toBeGreaterThan(0);
  const named = list.found.operation.path.match(/(?<=:)\w+/g) ?? [];
  expect(Object.keys(params[list.is] ?? {})).toEqual(named);
});

test("every table is filled or is known to stay small", async () => {
  const known = Object.keys({ ...madeByHand, ...madeByTraffic, ...staysSmall });
  expect([...(await findTables()).keys()].sort()).toEqual(known.sort());
});
