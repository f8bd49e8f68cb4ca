import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { experimentSnapshot } from "../../database/schema/desk-history.ts";
import { addDays, countDays, dayIn } from "../../days.ts";
import { log } from "../../log.ts";
import { daysOf } from "../../ranges.ts";
import { db, inDesk } from "../db.ts";
import { lookAt, secondsUntil } from "../memory/history/collect-range.ts";
import { planDays } from "../memory/history/days-to-fetch.ts";
import { lastOf, readRows, refreshToday } from "../memory/history/rows.ts";
import { snapshotHours } from "../memory/history/snapshots.ts";
import type { DeskHandlers, StoreScope } from "../wire/call.ts";

/** A page waits this long for the first steps of a chart, and then draws what it has. */
const stepsMs = 1_000;

export const history: DeskHandlers<"history"> = {
  async metrics({ query: { from, to } }, desk) {
    const { timeZone } = desk.membership.store;
    const now = new Date();
    const today = dayIn(timeZone, now);
    const last = to < today ? to : addDays(today, -1);
    // Today's figures are refreshed for the next reading; this response does not wait for them.
    if (from <= today && today <= to) void refreshToday(desk, now).catch(passOver);
    await Promise.race([lookAt(desk, { start: from, end: last }).catch(passOver), sleep(stepsMs)]);
    const rows = await readRows(desk);
    const { due, floor } = planDays(rows, timeZone, now);
    const [, first = from] = [from, floor].sort();
    const days = rows.filter(({ days }) => days === 1).sort((a, b) => (a.day < b.day ? -1 : 1));
    const known = new Set(days.flatMap(({ day, figures, complete }) => (figures || complete ? [day] : [])));
    const isMissing = (day: string) => day >= from && day <= last && !known.has(day);
    const steps = rows
      .flatMap((row) => (row.days > 1 && row.figures ? [{ from: row.day, to: lastOf(row), figures: row.figures }] : []))
      .filter((step) => daysOf({ start: step.from, end: step.to }).some(isMissing))
      .sort((a, b) => countDays(a.from, a.to) - countDays(b.from, b.to));
    const reach = [from, to, ...steps.flatMap((step) => [step.from, step.to])].sort();
    return {
      data: days
        .filter(({ day }) => day >= (reach[0] as string) && day <= (reach.at(-1) as string))
        .map(({ day, figures, complete }) => ({ day, figures, complete })),
      steps,
      collected: {
        days: daysOf({ start: first, end: last }).filter((day) => known.has(day)).length,
        of: countDays(first, last),
        seconds: await secondsUntil(desk, due.filter((day) => day >= from && day <= last).length).catch(() => null),
      },
    };
  },

  async latest(_input, desk) {
    const rows = await latestSnapshots(desk);
    return {
      data: rows.map(({ experiment, takenAt, status, variants }) => ({
        experiment,
        taken_at: takenAt.toISOString(),
        status,
        variants,
      })),
    };
  },

  async experiment({ params }, desk) {
    const rows = await db()
      .select()
      .from(experimentSnapshot)
      .where(and(inDesk(experimentSnapshot, desk), eq(experimentSnapshot.experiment, params.id)))
      .orderBy(asc(experimentSnapshot.takenAt));
    return {
      data: rows.map(({ takenAt, status, variants }) => ({ taken_at: takenAt.toISOString(), status, variants })),
      every_hours: snapshotHours,
    };
  },
};

/** Takes one step of the index per experiment, however many snapshots it has. */
async function latestSnapshots(desk: StoreScope) {
  const { experiment, takenAt } = experimentSnapshot;
  const here = inDesk(experimentSnapshot, desk);
  const next = (after?: SQL) => sql`select ${experiment} from ${experimentSnapshot} where ${and(here, after)}
    order by ${experiment} limit 1`;
  const known = sql`with recursive known(experiment) as (
      (${next()})
      union all
      select (${next(sql`${experiment} > known.experiment`)}) from known where known.experiment is not null
    ) select known.experiment from known where known.experiment is not null`;
  const last = db()
    .select()
    .from(experimentSnapshot)
    .where(and(here, sql`${experiment} = first.experiment`))
    .orderBy(desc(takenAt))
    .limit(1)
    .as("last");
  return db()
    .select({ experiment: last.experiment, takenAt: last.takenAt, status: last.status, variants: last.variants })
    .from(sql`(${known}) first`)
    .innerJoinLateral(last, sql`true`)
    .orderBy(asc(last.experiment));
}

/** Ignores errors of the API, because the figures beside the chart show them. */
function passOver(cause: unknown): void {
  if (!(cause instanceof ApiError)) log.warn({ err: cause }, "the days of a chart could not be read");
}
