import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { prepared } from "../../database/prepared.ts";
import { rateBudget } from "../../database/schema/desk.ts";
import { db } from "../db.ts";
import { type Budget, copyOf, emptyBudget } from "./budget.ts";
import type { BudgetStore } from "./governor.ts";

type Seen = { budget: Budget; version: number };

/**
 * One row for each key. A change is made on what this process saw last and written only if nobody wrote since: one
 * statement where a process is alone, two where it is not.
 */
export class StoredBudget implements BudgetStore {
  private seen: Seen = { budget: emptyBudget(), version: -1 };
  /** What the database's clock is ahead of this process's steady one. */
  private offset = Date.now() - performance.now();
  private readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  peek() {
    return { budget: this.seen.budget, now: this.now() };
  }

  async update<T>(change: (budget: Budget, now: number) => { changed: boolean; result: T }): Promise<T> {
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
    await db().execute(sql`insert into desk.rate_budget (key) values (${this.key}) on conflict do nothing`);
    const { rows } = await db().execute<{ state: Budget; version: number; now: number }>(sql`
      select state, version, extract(epoch from clock_timestamp())::float8 * 1000 as now
      from desk.rate_budget where key = ${this.key}`);
    const row = rows[0];
    if (!row) return;
    // A version below ours is a row that a crash of the database emptied: then what this process remembers is better.
    const budget = row.version < this.seen.version ? this.seen.budget : { ...emptyBudget(), ...row.state };
    this.seen = { budget, version: row.version };
    this.offset = row.now - performance.now();
  }

  private async write(budget: Budget, version: number): Promise<boolean> {
    const statement = prepared(db(), "budget", (name) =>
      db()
        .update(rateBudget)
        .set({ state: sql`${sql.placeholder("state")}::jsonb`, version: sql`${rateBudget.version} + 1` })
        .where(and(eq(rateBudget.key, sql.placeholder("key")), eq(rateBudget.version, sql.placeholder("version"))))
        .returning({ now: sql<number>`extract(epoch from clock_timestamp())::float8 * 1000` })
        .prepare(name),
    );
    const [row] = await statement.execute({ key: this.key, version, state: JSON.stringify(budget) });
    if (!row) return false;
    this.seen = { budget, version: version + 1 };
    this.offset = row.now - performance.now();
    return true;
  }

  private now(): number {
    return performance.now() + this.offset;
  }
}

/** How many writes have gone through this key, so that what was read before one is not shown after it. */
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
  await db().execute(sql`
    insert into desk.rate_budget (key, writes) values (${key}, 1)
    on conflict (key) do update set writes = rate_budget.writes + 1`);
}
