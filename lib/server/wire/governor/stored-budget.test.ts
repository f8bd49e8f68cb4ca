import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDesk } from "../../../testing/desk.ts";
import { record } from "./budget.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let StoredBudget: typeof import("./stored-budget.ts").StoredBudget;
beforeAll(async () => {
  desk = await openTestDesk();
  ({ StoredBudget } = await import("./stored-budget.ts"));
});
afterAll(() => desk.close());

type Store = InstanceType<typeof StoredBudget>;
const spend = (store: Store, id: string) =>
  store.update((budget, now) => {
    record(budget, "click", now, id);
    return { changed: true, result: undefined };
  });

const keysOf = (name: string) => Array.from({ length: 20 }, (_, n) => `${name} ${n}`);
const spentOf = async (name: string) => {
  const { rows } = await desk.db.$client.query(
    "select key, version, coalesce(state->'open', '[]') as open from desk.rate_budget where key like $1 order by key",
    [`${name} %`],
  );
  return new Map(rows.map(({ key, version, open }) => [key, { version, ids: open.map((call: unknown[]) => call[2]) }]));
};

test("simultaneous calls on many keys are recorded for each key, as one change per key", async () => {
  const keys = keysOf("many");
  const stores = keys.map((key) => new StoredBudget(key));
  await Promise.all(stores.map((store) => store.refresh()));
  await Promise.all(stores.map((store, n) => spend(store, `first ${n}`)));
  await Promise.all(stores.map((store, n) => spend(store, `second ${n}`)));
  const spent = await spentOf("many");
  expect(spent.size).toBe(20);
  for (const [n, key] of keys.entries())
    expect(spent.get(key)).toEqual({ version: 2, ids: [`first ${n}`, `second ${n}`] });
});

test("no call is lost when two processes spend from the same keys", async () => {
  const keys = keysOf("two");
  const [here, there] = [keys.map((key) => new StoredBudget(key)), keys.map((key) => new StoredBudget(key))];
  await Promise.all([...here, ...there].map((store) => store.refresh()));
  for (const store of there.slice(0, 5)) await spend(store, "there");
  await Promise.all(here.map((store) => spend(store, "here")));
  // The two processes write in opposite order, which would deadlock if either waited for a row.
  await Promise.all([...here.map((store) => spend(store, "a")), ...there.reverse().map((store) => spend(store, "b"))]);
  const spent = await spentOf("two");
  for (const [n, key] of keys.entries()) {
    const { version, ids } = spent.get(key) ?? {};
    expect([version, ...(ids as string[]).sort()]).toEqual(
      n < 5 ? [4, "a", "b", "here", "there"] : [3, "a", "b", "here"],
    );
  }
});

test("a locked row of one key does not delay calls on other keys", async () => {
  const stores = keysOf("held").map((key) => new StoredBudget(key));
  await Promise.all(stores.map((store) => store.refresh()));
  const holder = await desk.db.$client.connect();
  await holder.query("begin");
  await holder.query("select from desk.rate_budget where key = 'held 0' for update");
  const [held, ...others] = stores.map((store, n) => spend(store, `${n}`));
  await Promise.all(others);
  expect([...(await spentOf("held")).values()].map(({ version }) => version)).toEqual([0, ...Array(19).fill(1)]);
  await holder.query("commit");
  holder.release();
  await held;
  expect((await spentOf("held")).get("held 0")).toEqual({ version: 1, ids: ["0"] });
});
