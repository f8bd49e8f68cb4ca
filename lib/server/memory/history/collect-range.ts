import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../../../contract/errors.ts";
import { log } from "../../../log.ts";
import type { Range } from "../../../ranges.ts";
import { storeModeOf } from "../../db.ts";
import type { StoreScope } from "../../wire/call.ts";
import { readConnection } from "../../wire/connections.ts";
import { has } from "../../wire/contracts.ts";
import type { Lane } from "../../wire/governor/budget.ts";
import { governorOf } from "../../wire/governor/governors.ts";
import { claimMs, planDays, planSteps } from "./days-to-fetch.ts";
import { claim, fetchStretch, readRows, type Stretch, tellHistory } from "./rows.ts";

// Charts over an API that reports only totals are drawn in steps first, then refined to days while somebody looks.

/** Nobody looks at a chart that was not read for this long: an open screen reads again whenever days have arrived. */
const looksMs = 30_000;
const daysAtOnce = 10;
/** The share that charts may use of the calls left by people; jobs get the rest. */
const share = 3 / 4;

type Looks = { ranges: Map<string, { range: Range; at: number }>; refining: boolean };

const watched = new Map<string, Looks>();
const keyOf = ({ membership, mode }: StoreScope) => `${membership.store.id}/${mode}`;

/** Resolves when the range can be drawn as a whole; its single days then follow in the background. */
export async function lookAt(desk: StoreScope, range: Range): Promise<void> {
  if (has({ api: "checkout", mode: desk.mode, resource: "analytics", operation: "metrics" }, "group_by")) return;
  const now = new Date();
  const rows = await readRows(desk);
  const { due } = planDays(rows, desk.membership.store.timeZone, now);
  if (!due.some((day) => isIn(range, day))) return;
  const looks = watched.get(keyOf(desk)) ?? { ranges: new Map(), refining: false };
  watched.set(keyOf(desk), looks);
  looks.ranges.set(`${range.start}/${range.end}`, { range, at: performance.now() });
  await fetchAll(desk, planSteps(rows, range, due, now), "prefetch");
  if (!looks.refining) void refine(desk, looks);
}

/** Null if no chart is being refined. */
export async function secondsUntil(desk: StoreScope, days: number): Promise<number | null> {
  if (days === 0 || !watched.get(keyOf(desk))?.refining) return null;
  const governor = governorOf(await readConnection({ ...storeModeOf(desk), api: "checkout" }));
  return governor?.bulkSeconds(Math.ceil(days / share)) ?? null;
}

async function refine(desk: StoreScope, looks: Looks): Promise<void> {
  looks.refining = true;
  watched.set(keyOf(desk), looks);
  try {
    for (let due = await dueOf(desk, looks); due.length > 0; due = await dueOf(desk, looks)) {
      const seconds = (await secondsUntil(desk, due.length)) ?? 0;
      const turn = due.slice(0, daysAtOnce).map((day) => ({ day, days: 1 }));
      const pause = sleep((seconds * 1_000 * turn.length) / due.length, undefined, { ref: false });
      await fetchAll(desk, turn, "bulk");
      await pause;
    }
  } catch (cause) {
    if (!(cause instanceof ApiError)) log.warn({ err: cause }, "the days of a chart could not be read");
  } finally {
    looks.refining = false;
    watched.delete(keyOf(desk));
  }
}

async function dueOf(desk: StoreScope, { ranges }: Looks): Promise<string[]> {
  const looked = [...ranges.values()].filter(({ at }) => performance.now() - at < looksMs);
  const { due } = planDays(await readRows(desk), desk.membership.store.timeZone, new Date());
  return due.filter((day) => looked.some(({ range }) => isIn(range, day)));
}

/** Notifies no screens if every call failed: they would read again at once and call an API that is down. */
async function fetchAll(desk: StoreScope, stretches: readonly Stretch[], lane: Lane): Promise<void> {
  const now = new Date();
  const fetchOne = async (stretch: Stretch) => {
    if (await claim(desk, stretch, now, claimMs)) await fetchStretch(desk, stretch, now, lane);
  };
  const settled = await Promise.allSettled(stretches.map(fetchOne));
  if (settled.some(({ status }) => status === "fulfilled")) await tellHistory(desk);
  const failed = settled.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}

const isIn = ({ start, end }: Range, day: string) => start <= day && day <= end;
