import { array, assert, constantFrom, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { joinPages, type QueueReading } from "./use-queue-rows";

const perPage = 5;
const read = (list: readonly number[], page: number): QueueReading<number> => ({
  rows: list.slice(page * perPage, (page + 1) * perPage),
  total: list.length,
});

it("a page that was read too late is used only after the page before it was read again", () => {
  const list = Array.from({ length: 20 }, (_, n) => n);
  const first = read(list, 0);
  const shorter = list.slice(3);
  const late = read(shorter, 1);
  expect(late.rows).toEqual([8, 9, 10, 11, 12]);
  expect(joinPages([first, late], [first])).toEqual([first]);
  const early = read(list, 1);
  expect(joinPages([first, late], [first, early])).toEqual([first, early]);
  const again = read(shorter, 0);
  expect(joinPages([again, late], [first, early])).toEqual([again, late]);
  expect(joinPages([again, early], [first, early])).toEqual([again, early]);
  const uncounted = { rows: [1], total: null };
  expect(joinPages([uncounted, uncounted], [])).toEqual([uncounted, uncounted]);
});

it("no row is skipped, whichever rows disappear and in whatever order pages are read", () => {
  const deed = constantFrom("leave", "read 0", "read 1", "read 2");
  const walk = array(
    deed.chain((name) => integer({ min: 0, max: 40 }).map((at) => ({ name, at }))),
    { maxLength: 60 },
  );
  assert(
    property(walk, (deeds) => {
      let list = Array.from({ length: 40 }, (_, n) => n);
      const fresh: (QueueReading<number> | undefined)[] = [read(list, 0), undefined, undefined];
      let used: QueueReading<number>[] = [];
      for (const { name, at } of deeds) {
        if (name === "leave") list = list.filter((_, place) => place !== at % list.length);
        else fresh[Number(name.at(-1))] = read(list, Number(name.at(-1)));
        used = joinPages(fresh, used);
        const shown = new Set(used.flatMap(({ rows }) => rows));
        const end = Math.max(...shown);
        for (const row of list) if (row < end) expect(shown, `${row} of ${list}`).toContain(row);
      }
    }),
    { numRuns: 300 },
  );
});
