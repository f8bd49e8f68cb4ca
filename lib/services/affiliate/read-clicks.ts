import { and, asc, desc, eq, gte, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { analytics } from "../../contract/affiliate/analytics.ts";
import { lastClickPage } from "../../contract/affiliate/analytics-words.ts";
import type { Parsed } from "../../contract/define.ts";
import { countUpTo } from "../../database/count-rows.ts";
import { click } from "../../database/schema/affiliate-sales.ts";
import { recordCount } from "../../database/schema/affiliate-sums.ts";
import { addDays, startOfDay } from "../../days.ts";
import type { Context } from "../kernel/context.ts";
import { refuse } from "../kernel/refuse.ts";
import { countsOf } from "./record-count.ts";

type Query = Parsed<(typeof analytics)["analytics"]["clicks"]>["query"];
type ClickRow = typeof click.$inferSelect;

/** Clicks are sorted by time only. The cursor is the last click of the previous page, so every page costs the same. */
export async function readClicks(context: Context, query: Query) {
  const { db } = context;
  const { per_page, order = "desc" } = query;
  const cursor = readCursor(query.cursor);
  const page = cursor?.page ?? query.page;
  if (!cursor && page > lastClickPage) {
    const message = `Must be at most ${lastClickPage}. For later pages, use the next_cursor of a page.`;
    refuse([{ field: "page", message }]);
  }
  const where = matching(context, query);
  const direction = order === "desc" ? desc : asc;
  const comparison = sql.raw(order === "desc" ? "<" : ">");
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(click)
      .where(
        and(
          where,
          cursor && sql`(${click.occurredAt}, ${click.id}) ${comparison} (${cursor.at}::timestamptz, ${cursor.id})`,
        ),
      )
      .orderBy(direction(click.occurredAt), direction(click.id))
      .limit(per_page + 1)
      .offset(cursor ? 0 : (page - 1) * per_page),
    countClicks(context, query, where),
  ]);
  const shown = rows.slice(0, per_page);
  const last = rows.length > per_page ? shown.at(-1) : undefined;
  return {
    data: shown.map(toRecord),
    pagination: { page, per_page, total, next_cursor: last ? toCursor(page + 1, last) : null },
  };
}

type Cursor = { page: number; at: string; id: string };

const toCursor = (page: number, { occurredAt, id }: ClickRow) => `${page}_${occurredAt.getTime()}_${id}`;

function readCursor(text: string | undefined): Cursor | undefined {
  const [, page, time, id] = /^(\d+)_(\d+)_(.+)$/.exec(text ?? "") ?? [];
  if (page === undefined || id === undefined) return undefined;
  return { page: Number(page), at: new Date(Number(time)).toISOString(), id };
}

const ofStatus = {
  bot: eq(click.isBot, true),
  converted: and(not(click.isBot), isNotNull(click.orderId)),
  unconverted: and(not(click.isBot), isNull(click.orderId)),
};

function matching({ tenantId, timeZone }: Context, query: Query): SQL | undefined {
  const { status, created_after, start_date, end_date, affiliate_id, link_id } = query;
  return and(
    eq(click.tenantId, tenantId),
    status && ofStatus[status],
    created_after ? gte(click.occurredAt, new Date(`${created_after}T00:00:00Z`)) : undefined,
    start_date ? gte(click.occurredAt, startOfDay(timeZone, start_date)) : undefined,
    end_date ? lt(click.occurredAt, startOfDay(timeZone, addDays(end_date, 1))) : undefined,
    affiliate_id ? eq(click.affiliateId, affiliate_id) : undefined,
    link_id ? eq(click.linkId, link_id) : undefined,
  );
}

async function countClicks(context: Context, query: Query, where: SQL | undefined): Promise<number | null> {
  const { db, tenantId } = context;
  const { status, created_after, start_date, end_date, affiliate_id, link_id } = query;
  if (start_date ?? end_date ?? affiliate_id ?? link_id) {
    return countUpTo(db, click, where);
  }
  const [row] = await db
    .select({ count: sql`coalesce(sum(${recordCount.count}), 0)`.mapWith(Number) })
    .from(recordCount)
    .where(countsOf("click", { tenantId, status, created_after }));
  return row?.count ?? 0;
}

function toRecord(row: ClickRow) {
  return {
    id: row.id,
    affiliate_id: row.affiliateId,
    link_id: row.linkId,
    occurred_at: row.occurredAt.toISOString(),
    landing_page: row.landingPage,
    referrer: row.referrer,
    country: row.country,
    device: row.device,
    browser: row.browser,
    os: row.os,
    is_bot: row.isBot,
    converted: !row.isBot && row.orderId !== null,
    order_id: row.orderId,
  };
}
