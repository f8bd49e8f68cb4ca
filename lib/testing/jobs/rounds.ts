import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { DelayedChange } from "../../contract/desk/delayed-changes.ts";
import { isItemOpen } from "../../contract/desk/job-words.ts";
import { expireLeases, type JobsShop, type JobsTest } from "./jobs.ts";

export type Tally = {
  items: number;
  once: number;
  more: number;
  lost: number;
  /** Records for which a second write was sent although the first had been done. */
  again: number;
  disagree: number;
  kills: number;
};

export type Fleet = { killAny(): Promise<void>; stop(): Promise<void> };

export async function workerFleet(desk: JobsTest, size = 2): Promise<Fleet> {
  let workers = await Promise.all(Array.from({ length: size }, desk.workerProcess));
  return {
    async killAny() {
      const victim = workers[Math.floor(Math.random() * workers.length)] as ChildProcess;
      await kill(victim);
      await expireLeases(desk);
      workers = [...workers.filter((each) => each !== victim), await desk.workerProcess()];
    },
    async stop() {
      await Promise.all(workers.map(kill));
    },
  };
}

type Begin = (shop: JobsShop, body: object) => Promise<{ id: string }>;

export async function killRound(
  desk: JobsTest,
  fleet: Fleet,
  { size, kills }: { size: number; kills: number },
  begin: Begin = (shop, body) => shop.start(body),
): Promise<Tally> {
  const shop = await desk.newShop();
  const ids = shop.commissions(size);
  // Slows the API down, so that a kill hits between a write and its record.
  desk.control.misbehave({ on: "PUT *", fault: "slow", ms: 40, times: 10 * size, store: shop.id });
  const { id } = await begin(shop, { kind: "approve_commissions", ids });
  const deadline = performance.now() + 180_000;
  let killed = 0;
  // Kills depend on the job's progress and not on the clock, so that they come before its end on any machine.
  const next = () => (size * (killed + Math.random())) / (kills + 1);
  let at = next();
  for (;;) {
    const { state, counts } = await shop.job(id);
    if (state === "done" || performance.now() > deadline) break;
    if (killed < kills && counts.done + counts.already >= at) {
      await fleet.killAny();
      killed++;
      at = next();
    } else await sleep(20 + Math.random() * 60);
  }
  const wrong = shop.wrong("commissions", ids, "approved");
  const { rows } = await desk.db.execute<{ record_id: string }>(sql`
    select record_id from desk.job_item where job_id = ${id} and state in ('done', 'already')`);
  const said = new Set(rows.map(({ record_id }) => record_id));
  const is = (each: string) => shop.store.find("commissions", each).status === "approved";
  const more = wrong.filter(([, count]) => count > 1).length;
  return {
    items: size,
    once: size - wrong.length,
    more,
    lost: wrong.length - more,
    kills: killed,
    again: askedAgain(desk, shop),
    disagree: ids.filter((each) => said.has(each) !== is(each)).length,
  };
}

export async function undoWindowRound(desk: JobsTest, size: number): Promise<Tally> {
  const shop = await desk.newShop();
  const ids = shop.commissions(size);
  const worker = await desk.workerProcess();
  const writes = ids.map((id) => ({ id }));
  await shop.ask("delayed_changes", "create", {
    body: { api: "affiliate", resource: "commissions", operation: "approve", seconds: 1, writes },
  });
  await sleep(900 + Math.random() * 1_200);
  await kill(worker);
  await expireLeases(desk);
  const next = await desk.workerProcess();
  const deadline = performance.now() + 60_000;
  const open = async () =>
    (await shop.ask("delayed_changes", "list")).data.filter(({ state }: DelayedChange) => isItemOpen(state));
  while ((await open()).length > 0 && performance.now() < deadline) await sleep(100);
  await kill(next);
  const wrong = shop.wrong("commissions", ids, "approved");
  const more = wrong.filter(([, count]) => count > 1).length;
  const disagree = (await open()).length;
  const again = askedAgain(desk, shop);
  return { items: size, once: size - wrong.length, more, lost: wrong.length - more, again, disagree, kills: 1 };
}

function askedAgain({ control }: JobsTest, shop: JobsShop): number {
  const paths = control.calls("PUT /commissions/:id/approve", shop.id).map(({ path }) => path);
  return paths.length - new Set(paths).size;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
