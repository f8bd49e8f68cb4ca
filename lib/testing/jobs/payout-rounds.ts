import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../../../e2e/second-upstream/control.ts";
import type { JobsTest } from "./jobs.ts";
import { openPayouts, type PayoutsShop } from "./payouts.ts";
import type { Fleet } from "./rounds.ts";

type Strike = { fault: Fault; when: "before" | "after"; skip: number; times: number; ms: number };

export type Plan = {
  /** The commissions of each affiliate in cents; negative ones are clawbacks. */
  affiliates: number[][];
  payouts: "whole" | "unmarked" | "bare";
  idempotent: boolean;
  /** Faults of calls that make payouts, and of calls that read them. */
  calls: Strike[];
  reads: Strike[];
  /** When a worker is killed, in milliseconds after the previous kill. */
  kills: number[];
  confirmations: number;
  pause: boolean;
};

export type Tally = {
  payouts: number;
  commissions: number;
  calls: number;
  struck: number;
  kills: number;
  /** Payouts that had an unknown outcome at some time, and payouts that still had it at the end. */
  unknown: number;
  surfaced: number;
  settledByReading: number;
  sentAgain: number;
  failed: number;
  paidTwice: number;
  forgotten: number;
  disagree: number;
};

const open = ["waiting", "sending", "unknown"];

export async function payoutRound(desk: JobsTest, fleet: Fleet, plan: Plan): Promise<Tally> {
  const shop = await desk.newShop();
  const pay = openPayouts(shop);
  const ids = plan.affiliates.map((_, index) => pay.affiliate(101 + index));
  const commissions = plan.affiliates.flatMap((amounts, index) =>
    amounts.map((cents) => pay.commission(ids[index] as string, cents / 100)),
  );
  Object.assign(desk.control.choices, { payouts: plan.payouts, idempotent: plan.idempotent });
  const preview = await insisting(() => pay.preview(ids));
  const payable = preview.lines.filter(({ state }) => state === "payable").flatMap((line) => line.commission_ids);
  const tally = { ...none(), payouts: preview.payable[0]?.payouts ?? 0, commissions: payable.length };
  if (payable.length === 0) return tally;
  // Slows the API down in addition, so that a kill hits between a call and its record.
  const rules = [
    ...plan.calls.map((each) => ({ ...each, on: "POST /payouts" })),
    ...plan.reads.map((each) => ({ ...each, on: "GET /payouts", skip: each.skip + 2 * plan.confirmations })),
    { on: "POST /payouts", fault: "slow" as const, ms: 40, times: 1_000 },
  ];
  desk.control.misbehave(...rules.map((rule) => ({ ...rule, store: shop.id })));
  const confirmed = await Promise.all(
    Array.from({ length: plan.confirmations }, () => insisting(() => pay.confirm(preview))),
  );
  const { id } = confirmed[0];
  if (confirmed.some((job) => job.id !== id)) tally.disagree++;
  const seen = new Set<string>();
  const watching = watch(pay, seen);
  for (const ms of plan.kills) {
    await sleep(ms);
    await fleet.killAny();
    tally.kills++;
  }
  if (plan.pause) {
    await shop.tell(id, "pause").catch(() => {});
    await sleep(300);
    await shop.tell(id, "resume").catch(() => {});
  }
  await quiet(pay, 30_000);
  // Late calls have arrived by now.
  await sleep(Math.max(0, ...plan.calls.map(({ fault, ms }) => (fault === "late" ? ms : 0))));
  await watching.stop();
  const first = await compare(pay, payable);
  tally.struck = desk.control.requests.filter(
    ({ store, fault }) => store === shop.id && fault && fault !== "slow",
  ).length;
  desk.control.behave();
  for (const row of await pay.rows({ state: "unknown" })) {
    if ((await pay.counts()).unknown.count === 0) first.forgotten++;
    tally.surfaced++;
    await settleByHand(pay, row);
  }
  const rest = await insisting(() => pay.preview(ids));
  if (rest.payable.length > 0) {
    await insisting(() => pay.confirm(rest));
    await quiet(pay, 30_000);
  }
  const second = await compare(pay, payable, true);
  const rows = await pay.rows();
  return {
    ...tally,
    calls: desk.control.calls("POST /payouts", shop.id).length,
    unknown: seen.size,
    settledByReading: rows.filter(({ settled_by }) => settled_by === "Cartwright").length,
    sentAgain: rows.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
    failed: rows.filter(({ state }) => state === "failed").length,
    paidTwice: Math.max(first.paidTwice, second.paidTwice) + commissionsBeyond(pay, commissions, payable),
    forgotten: first.forgotten + second.forgotten,
    disagree: tally.disagree + first.disagree + second.disagree,
  };
}

async function insisting<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (cause) {
      if ((cause as { status?: number }).status !== 504 || attempt === 20) throw cause;
    }
  }
}

/** Each approved commission must be paid once or be reported to a person; in the end, each must be paid once. */
async function compare(pay: PayoutsShop, payable: readonly string[], over = false) {
  const paid = timesPaid(pay);
  const rows = await pay.rows();
  const whole = await Promise.all(rows.map(({ id }) => pay.ask("get", { params: { id } })));
  const told = new Map<string, string[]>();
  for (const { state, commission_ids } of whole) {
    for (const { id } of commission_ids) told.set(id, [...(told.get(id) ?? []), state]);
  }
  const states = (id: string) => told.get(id) ?? [];
  const made = new Map(pay.made().map((each) => [each.id, each.commissions]));
  const wrong = whole.filter(({ state, payout_id, commission_ids }) => {
    const ids: string[] = commission_ids.map((each: { id: string }) => each.id);
    if (state === "made") return ids.toSorted().join() !== (made.get(payout_id) ?? []).toSorted().join();
    return false;
  });
  const contradicted = payable.filter((id) => {
    const says = states(id);
    if (says.includes("unknown")) return false;
    return says.includes("made") !== (paid.get(id) ?? 0) > 0;
  });
  return {
    paidTwice: payable.filter((id) => (paid.get(id) ?? 0) > 1).length,
    forgotten: payable.filter((id) => {
      if ((paid.get(id) ?? 0) > 0) return false;
      return over || !states(id).some((state) => ["unknown", "failed", "cancelled"].includes(state));
    }).length,
    disagree: wrong.length + contradicted.length,
  };
}

function timesPaid(pay: PayoutsShop): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { commissions } of pay.made()) for (const id of commissions) paid.set(id, (paid.get(id) ?? 0) + 1);
  return paid;
}

function commissionsBeyond(pay: PayoutsShop, all: readonly string[], payable: readonly string[]): number {
  const paid = timesPaid(pay);
  return all.filter((id) => !payable.includes(id) && paid.has(id)).length;
}

/** Settles a payout like a person who looks into the API's own records. */
async function settleByHand(pay: PayoutsShop, row: { id: string; affiliate_id: string }): Promise<void> {
  const { commission_ids } = await pay.ask("get", { params: { id: row.id } });
  const ids = new Set(commission_ids.map(({ id }: { id: string }) => id));
  const made = pay.made().find(({ commissions }) => commissions.some((id) => ids.has(id)));
  const reason = "Looked up in the books.";
  const [name, body] = made ? ["made", { payout_id: made.id, reason }] : ["not_made", { reason }];
  for (let attempt = 0; ; attempt++) {
    try {
      await pay.ask(name, { params: { id: row.id }, body });
      return;
    } catch (cause) {
      const { code } = cause as { code?: string };
      // A worker has settled it in the meantime, or it is too early to decide.
      if (code === "conflict") return;
      if (code !== "still_under_way" || attempt === 100) throw cause;
      await sleep(100);
    }
  }
}

async function quiet(pay: PayoutsShop, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  for (;;) {
    const { states } = await pay.counts();
    if (open.every((state) => states[state] === 0)) return;
    if (performance.now() > deadline && states.waiting + states.sending === 0) return;
    if (performance.now() > deadline + 60_000) throw new Error(`It does not end: ${JSON.stringify(states)}`);
    await sleep(50);
  }
}

function watch(pay: PayoutsShop, seen: Set<string>) {
  let going = true;
  const over = (async () => {
    while (going) {
      for (const { id } of await pay.rows({ state: "unknown" })) seen.add(id);
      await sleep(100);
    }
  })();
  return {
    stop() {
      going = false;
      return over;
    },
  };
}

const none = (): Tally => ({
  payouts: 0,
  commissions: 0,
  calls: 0,
  struck: 0,
  kills: 0,
  unknown: 0,
  surfaced: 0,
  settledByReading: 0,
  sentAgain: 0,
  failed: 0,
  paidTwice: 0,
  forgotten: 0,
  disagree: 0,
});
