import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { history as contract } from "../../contract/desk/history.ts";
import { ApiError } from "../../contract/errors.ts";
import { experimentSnapshot } from "../../database/schema/desk-history.ts";
import { addDays, countDays, dayIn } from "../../days.ts";
import { log } from "../../log.ts";
import { daysOf } from "../../ranges.ts";
import type { Mode } from "../connections.ts";
import { db } from "../db.ts";
import { lookAt, secondsUntil } from "../history/look.ts";
import { planDays } from "../history/plan.ts";
import { lastOf, readRows, refreshToday } from "../history/rows.ts";
import { snapshotHours } from "../history/snapshots.ts";
import type { DeskContext } from "./context.ts";

/** A page waits this long for the first steps of a chart, and then draws what it has. */
const stepsMs = 1_000;

export const history: ResourceHandlers<(typeof contract)["history"], DeskContext> = {
  async metrics({ query: { from, to } }, { membership: { store }, mode }) {
    const place = { store, mode };
    const now = new Date();
    const today = dayIn(store.timeZone, now);
    const last = to < today ? to : addDays(today, -1);
    // The next reading has today's newer figures; this one does not wait for them.
    if (from <= today && today <= to) void refreshToday(place, now).catch(passOver);
    await Promise.race([lookAt(place, { start: from, end: last }).catch(passOver), sleep(stepsMs)]);
    const rows = await readRows(place);
    const { due, floor } = planDays(rows, store.timeZone, now);
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
        seconds: await secondsUntil(place, due.filter((day) => day >= from && day <= last).length).catch(() => null),
      },
    };
  },

  async latest(_input, { membership: { store }, mode }) {
    const rows = await latestSnapshots(store.id, mode);
    return {
      data: rows.map(({ experiment, takenAt, status, variants }) => ({
        experiment,
        taken_at: takenAt.toISOString(),
        status,
        variants,
      })),
    };
  },

  async experiment({ params }, { membership: { store }, mode }) {
    const rows = await db()
      .select()
      .from(experimentSnapshot)
      .where(
        and(
          eq(experimentSnapshot.storeId, store.id),
          eq(experimentSnapshot.mode, mode),
          eq(experimentSnapshot.experiment, params.id),
        ),
      )
      .orderBy(asc(experimentSnapshot.takenAt));
    return {
      data: rows.map(({ takenAt, status, variants }) => ({ taken_at: takenAt.toISOString(), status, variants })),
      every_hours: snapshotHours,
    };
  },
};

/** Takes one step of the index per experiment, however many snapshots it has. */
async function latestSnapshots(store: string, mode: Mode) {
  const { storeId, experiment, takenAt } = experimentSnapshot;
  const here = and(eq(storeId, store), eq(experimentSnapshot.mode, mode));
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
