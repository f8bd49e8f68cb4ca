import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type * as z from "zod";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Page } from "../../contract/common.ts";
import type { review_queue as contract } from "../../contract/desk/review-queue.ts";
import { job, jobItem } from "../../database/schema/desk-jobs.ts";
import { db, inDesk } from "../db.ts";
import { callerOf, type DeskContext, type DeskHandlers } from "../wire/call.ts";
import { perform } from "../wire/perform-call.ts";
import { isDelayed } from "../work/jobs/kind.ts";

const mostAhead = 4;
const mostTries = 3;

type Query = z.output<(typeof contract)["review_queue"]["list"]["query"]>;

export const review_queue: DeskHandlers<"review_queue"> = {
  async list({ query }, context) {
    // Read before the list, in which a decision that is sent in between is no longer.
    const decided = query.status === "pending" ? await decidedIn(context) : new Set<string>();
    for (let tries = 1; ; tries++) {
      const queue = await readQueue(context, query, decided, tries < mostTries);
      if (queue) return queue;
    }
  },
};

async function decidedIn(context: DeskContext): Promise<Set<string>> {
  const isOpen = and(inArray(job.state, ["queued", "running"]), inArray(jobItem.state, ["waiting", "sending"]));
  const rows = await db()
    .select({ id: jobItem.recordId })
    .from(job)
    .innerJoin(jobItem, eq(jobItem.jobId, job.id))
    .where(and(inDesk(job, context), isDelayed(), eq(job.resource, "commissions"), isOpen));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/**
 * The API lists a decided commission until the decision is sent, so rows of later pages fill its place. When rows leave the
 * list between two pages, a row may move to the page that was read already: the list is then read again (null).
 */
async function readQueue(context: DeskContext, query: Query, decided: ReadonlySet<string>, mayTryAgain: boolean) {
  const list = { api: "affiliate", resource: "commissions", operation: "list" } as const;
  const read = async (page: number) => {
    const { body } = await perform({ ...callerOf(context), ...list, query: { ...query, page }, screen: true });
    return body as Page<Commission>;
  };
  // An API that does not know the filter returns everything.
  const fits = ({ status }: Commission) =>
    query.status === undefined || status === undefined || status === query.status;
  const first = await read(query.page);
  const total = first.pagination.total ?? null;
  // An API that counts also reports its page size, which may be smaller than requested.
  const size = total === null ? query.per_page : first.pagination.per_page;
  const found = new Map<string, Commission>();
  const left = () => [...found.values()].filter((row) => fits(row) && !decided.has(row.id));
  const ahead = Math.min(mostAhead, Math.ceil(decided.size / size));
  for (let page = first, at = query.page; ; ) {
    for (const row of page.data) found.set(row.id, row);
    const isLast = page.data.length === 0 || (total !== null && at * size >= total);
    if (isLast || at === query.page + ahead || left().length >= size) break;
    page = await read(++at);
    if (mayTryAgain && total !== null && (page.pagination.total ?? total) < total) return null;
  }
  const rows = left();
  const counted = total === null ? null : Math.max(rows.length, total - (found.size - rows.length));
  return { ...first, data: rows.slice(0, size), pagination: { ...first.pagination, total: counted } };
}
