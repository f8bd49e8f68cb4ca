import "server-only";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { history as contract } from "../../contract/desk/history.ts";
import { ApiError } from "../../contract/errors.ts";
import { experimentSnapshot } from "../../database/schema/desk-history.ts";
import { addDays, countDays, dayIn } from "../../days.ts";
import { log } from "../../log.ts";
import type { Mode } from "../connections.ts";
import { db } from "../db.ts";
import { readDays, refreshToday } from "../history/collect.ts";
import { planDays } from "../history/plan.ts";
import { wantHistory } from "../history/schedule.ts";
import { snapshotHours } from "../history/snapshots.ts";
import type { DeskContext } from "./context.ts";

export const history: ResourceHandlers<(typeof contract)["history"], DeskContext> = {
  async metrics({ query: { from, to } }, { membership: { store }, mode }) {
    const place = { store, mode };
    const now = new Date();
    const today = dayIn(store.timeZone, now);
    if (from <= today && today <= to) {
      // Whoever looks at today gets it fresher the next time, and waits for nothing now.
      void refreshToday(place, now).catch((cause) => {
        if (!(cause instanceof ApiError)) log.warn({ err: cause }, "today was not read");
      });
    }
    const known = await readDays(place);
    const { next, floor } = planDays(known, store.timeZone, now);
    if (next !== null && next >= from) wantHistory(place);
    const [, first = from] = [floor, from].sort();
    const last = to < today ? to : addDays(today, -1);
    const inRange = known.filter(({ day }) => day >= from && day <= to).sort((a, b) => (a.day < b.day ? -1 : 1));
    return {
      data: inRange.map(({ day, figures, complete, fetchedAt }) => ({
        ...{ day, figures, complete },
        fetched_at: fetchedAt?.toISOString() ?? null,
      })),
      collected: {
        days: inRange.filter(({ day, complete }) => complete && day >= first && day <= last).length,
        of: countDays(first, last),
      },
    };
  },

  async latest(_input, { membership: { store }, mode }) {
    const rows = await latestSnapshots(store.id, mode);
    return {
      data: rows.map(({ experiment, takenAt, status, variants }) => ({
        ...{ experiment, taken_at: takenAt.toISOString(), status, variants },
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

/** One step of the index for each experiment, however many readings there are of it. */
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
