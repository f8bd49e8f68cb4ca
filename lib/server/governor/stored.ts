import "server-only";
import { sql } from "drizzle-orm";
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
    const { rows } = await db().execute<{ now: number }>(sql`
      update desk.rate_budget set state = ${JSON.stringify(budget)}::jsonb, version = version + 1
      where key = ${this.key} and version = ${version}
      returning extract(epoch from clock_timestamp())::float8 * 1000 as now`);
    const row = rows[0];
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
  const { rows } = await db().execute<{ writes: number }>(sql`select writes from desk.rate_budget where key = ${key}`);
  return rows[0]?.writes ?? 0;
}

export async function countWrite(key: string): Promise<void> {
  await db().execute(sql`
    insert into desk.rate_budget (key, writes) values (${key}, 1)
    on conflict (key) do update set writes = rate_budget.writes + 1`);
}
