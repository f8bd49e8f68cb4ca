import { expect, test } from "vitest";
import { gather } from "./batch-writes.ts";

test("items that arrive during a write share the next write, and each gets its own result", async () => {
  const batches: number[][] = [];
  const go = Promise.withResolvers<void>();
  const write = gather(async (items: number[]) => {
    batches.push(items);
    if (batches.length === 1) await go.promise;
    return items.map((item) => item * 10);
  }, 3);
  const results = Promise.all([1, 2, 3, 4, 5].map(write));
  go.resolve();
  expect(await results).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("an item that cannot be written does not affect the others or later ones", async () => {
  const write = gather(async (items: number[]) => {
    await null;
    if (items.includes(3)) throw new Error("Not this one.");
    return items;
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(write));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(await write(6)).toBe(6);
});
