import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expireLeases, type JobsTest } from "./testing.ts";

export type Tally = { items: number; once: number; more: number; lost: number; disagree: number; kills: number };

/** Approvals in one job while workers are killed at random moments, and what became of each commission. */
export async function killRound(desk: JobsTest, size: number, kills: number): Promise<Tally> {
  const shop = await desk.newShop();
  const ids = shop.commissions(size);
  // So that a kill strikes between what was done and what was noted.
  desk.control.misbehave({ on: "PUT *", fault: "slow", ms: 40, times: 10 * size, store: shop.id });
  let workers: ChildProcess[] = await Promise.all([desk.workerProcess(), desk.workerProcess()]);
  const { id } = await shop.start({ kind: "approve_commissions", ids });
  const deadline = performance.now() + 180_000;
  let killed = 0;
  for (;;) {
    const { state } = await shop.job(id);
    if (state === "done" || performance.now() > deadline) break;
    await sleep(100 + Math.random() * 500);
    if (killed >= kills) continue;
    killed++;
    const victim = workers[Math.floor(Math.random() * workers.length)] as ChildProcess;
    await kill(victim);
    // Nobody waits half a minute in each round for a lease to end.
    await expireLeases(desk);
    workers = [...workers.filter((each) => each !== victim), await desk.workerProcess()];
  }
  for (const worker of workers) await kill(worker);
  const wrong = shop.wrong("commissions", ids, "approved");
  const { rows } = await desk.db.execute<{ record_id: string }>(sql`
    select record_id from desk.job_item where job_id = ${id} and state in ('done', 'already')`);
  const said = new Set(rows.map(({ record_id }) => record_id));
  const is = (each: string) => shop.store.find("commissions", each).status === "approved";
  const more = wrong.filter(([, count]) => count > 1).length;
  return {
    ...{ items: size, once: size - wrong.length, more, lost: wrong.length - more, kills: killed },
    disagree: ids.filter((each) => said.has(each) !== is(each)).length,
  };
}

/** Held deletes, and the worker killed around the moment at which they leave. */
export async function heldRound(desk: JobsTest, size: number): Promise<Tally> {
  const shop = await desk.newShop();
  const ids = shop.commissions(size);
  const worker = await desk.workerProcess();
  const writes = ids.map((id) => ({ id }));
  await shop.ask("held", "hold", {
    body: { api: "affiliate", resource: "commissions", operation: "approve", seconds: 1, writes },
  });
  await sleep(900 + Math.random() * 1_200);
  await kill(worker);
  const next = await desk.workerProcess();
  const deadline = performance.now() + 60_000;
  const open = async () =>
    (await shop.ask("held", "list")).data.filter(({ state }: { state: string }) => ["held", "sending"].includes(state));
  while ((await open()).length > 0 && performance.now() < deadline) await sleep(100);
  await kill(next);
  const wrong = shop.wrong("commissions", ids, "approved");
  const more = wrong.filter(([, count]) => count > 1).length;
  const disagree = (await open()).length;
  return { items: size, once: size - wrong.length, more, lost: wrong.length - more, disagree, kills: 1 };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
