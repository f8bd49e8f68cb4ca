import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { prepared } from "../../../database/client.ts";
import { rateBudget } from "../../../database/schema/desk.ts";
import { db } from "../../db.ts";
import { type CallBudget, copyOf, emptyBudget } from "./budget.ts";
import type { BudgetStore } from "./governor.ts";

type Seen = { budget: CallBudget; version: number };

/** One row per key. A change builds on the last known state, and is repeated if another process has written since. */
export class StoredBudget implements BudgetStore {
  private seen: Seen = { budget: emptyBudget(), version: -1 };
  /** How far the database's clock is ahead of this process's monotonic clock. */
  private offset = Date.now() - performance.now();
  private readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  peek() {
    return { budget: this.seen.budget, now: this.now() };
  }

  async update<T>(change: (budget: CallBudget, now: number) => { changed: boolean; result: T }): Promise<T> {
    if (this.seen.version < 0) await this.refresh();
    for (;;) {
      const { budget: before, version } = this.seen;
      const budget = copyOf(before);
      const { changed, result } = change(budget, this.now());
      if (!changed || (await this.write(budget, version))) return result;
      await this.refresh();
    }
  }

  async refresh(): Promise<void> {
    await db().insert(rateBudget).values({ key: this.key }).onConflictDoNothing();
    const [row] = await db()
      .select({ state: rateBudget.state, version: rateBudget.version, now: clock })
      .from(rateBudget)
      .where(eq(rateBudget.key, this.key));
    if (!row) return;
    // A lower version means that a database crash emptied the row. What this process remembers is more accurate then.
    const budget =
      row.version < this.seen.version ? this.seen.budget : { ...emptyBudget(), ...(row.state as CallBudget) };
    this.seen = { budget, version: row.version };
    this.offset = row.now - performance.now();
  }

  private async write(budget: CallBudget, version: number): Promise<boolean> {
    const writtenAt = await gather({ key: this.key, version, state: JSON.stringify(budget) });
    if (writtenAt === null) return false;
    this.seen = { budget, version: version + 1 };
    this.offset = writtenAt - performance.now();
    return true;
  }

  private now(): number {
    return performance.now() + this.offset;
  }
}

type Change = { key: string; version: number; state: string };
type Gathered = Change & { written: (at: number | null) => void; failed: (cause: unknown) => void };

let gathered = new Map<string, Gathered>();

/** Returns the database's time of the write, or null if another process has written since, or is writing now. */
function gather(change: Change): Promise<number | null> {
  if (gathered.has(change.key)) return Promise.resolve(null);
  if (gathered.size === 0) setImmediate(() => void writeGathered());
  return new Promise((written, failed) => gathered.set(change.key, { ...change, written, failed }));
}

async function writeGathered(): Promise<void> {
  const changes = [...gathered.values()];
  gathered = new Map();
  try {
    const rows = await (changes.length === 1 ? writeOne(changes[0] as Change) : writeMany(changes));
    const times = new Map(rows.map(({ key, now }) => [key, now]));
    for (const { key, written } of changes) written(times.get(key) ?? null);
  } catch (cause) {
    for (const { failed } of changes) failed(cause);
  }
}

const clock = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
const returned = { key: rateBudget.key, now: clock };

function writeOne({ key, version, state }: Change) {
  const statement = prepared(db(), "budget", (name) =>
    db()
      .update(rateBudget)
      .set({ state: sql`${sql.placeholder("state")}::jsonb`, version: sql`${rateBudget.version} + 1` })
      .where(and(eq(rateBudget.key, sql.placeholder("key")), eq(rateBudget.version, sql.placeholder("version"))))
      .returning(returned)
      .prepare(name),
  );
  return statement.execute({ key, version, state });
}

/** Skips rows that another process is changing: waiting could deadlock, and their version is outdated anyway. */
function writeMany(changes: readonly Change[]) {
  const statement = prepared(db(), "budgets", (name) => {
    const row = alias(rateBudget, "row");
    const [keys, versions, states] = ["keys", "versions", "states"].map((part) => sql.placeholder(part));
    const change = sql`unnest(${keys}::text[], ${versions}::integer[], ${states}::jsonb[]) as change (key, version, state)`;
    const free = db()
      .select({ key: row.key, state: sql`change.state`.as("new_state") })
      .from(row)
      .innerJoin(change, sql`${row.key} = change.key and ${row.version} = change.version`)
      .for("update", { of: row, skipLocked: true })
      .as("free");
    return db()
      .update(rateBudget)
      .set({ state: sql`${free.state}`, version: sql`${rateBudget.version} + 1` })
      .from(free)
      .where(eq(rateBudget.key, free.key))
      .returning(returned)
      .prepare(name);
  });
  const column = <Name extends keyof Change>(name: Name) => changes.map((change) => change[name]);
  return statement.execute({ keys: column("key"), versions: column("version"), states: column("state") });
}

/** The number of writes made with this key, so that reads from before a write are not shown after it. */
export async function writeCount(key: string): Promise<number> {
  const statement = prepared(db(), "writes", (name) =>
    db()
      .select({ writes: rateBudget.writes })
      .from(rateBudget)
      .where(eq(rateBudget.key, sql.placeholder("key")))
      .prepare(name),
  );
  const [row] = await statement.execute({ key });
  return row?.writes ?? 0;
}

export async function countWrite(key: string): Promise<void> {
  await db()
    .insert(rateBudget)
    .values({ key, writes: 1 })
    .onConflictDoUpdate({ target: rateBudget.key, set: { writes: sql`${rateBudget.writes} + 1` } });
}
