import { and, asc, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Page } from "../../contract/common.ts";
import type { Database } from "../../database/client.ts";
import { affiliateCount, recordCount } from "../../database/schema/affiliate-sums.ts";
import type { Context } from "../kernel/context.ts";
import type { RecordKind } from "./contributions.ts";
import { never } from "./contributions.ts";

type Column = PgColumn | SQL;
type Sort = {
  by: readonly Column[];
  /** Counts in buckets find a deep page without walking to it. `within`: the counts are by status first. */
  buckets?: { sort: string; of: "time" | "amount"; within?: "status" };
  /** Hardly ever is the time that sorts before that of creation. An index contains these few records. */
  followsCreation?: true;
};

export type AffiliateList<S extends string> = {
  kind: RecordKind;
  table: PgTable;
  select: Record<string, unknown>;
  join?: { table: PgTable; on: SQL | undefined };
  where?: SQL | undefined;
  /** A condition that the counts do not know. The matching records are then counted one by one. */
  search?: SQL | undefined;
  tenantId: PgColumn;
  status: PgColumn;
  createdAt: PgColumn;
  affiliateId?: PgColumn;
  tie: PgColumn;
  sorts: Record<S, Sort>;
};

type Query<S extends string> = {
  page: number;
  per_page: number;
  status?: string | undefined;
  created_after?: string | undefined;
  affiliate_id?: string | undefined;
  sort?: S | undefined;
  order?: "asc" | "desc" | undefined;
};

type Reader = Pick<Database, "select" | "execute">;

/** Records are counted one by one up to this number, which holds a full review queue and takes some milliseconds. */
const mostCounted = 100_000;

/** A page beyond this offset is found through the counts; before it, walking is as fast. */
const deep = 500;

// The total is a sum over daily counts, or null if a search finds too many records. A deep page starts at the bucket of
// its first record. So neither cost grows with the number of records.
export async function readPage<S extends string, Row, Item>(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  query: Query<S>,
  list: AffiliateList<S>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const { page, per_page, sort = "created_at" as S, order = sort === "created_at" ? "desc" : "asc" } = query;
  const chosen = query.status === undefined ? list.sorts[sort] : ofOneStatus(list.sorts[sort]);
  const offset = (page - 1) * per_page;
  const isDeep = offset >= deep;
  const after = query.created_after === undefined ? undefined : new Date(`${query.created_after}T00:00:00Z`);
  const counts = countsOf(list.kind, tenantId, query);

  const toTotal = (matching: number | string) => {
    const number = Number(matching);
    return list.search && number > mostCounted ? null : number;
  };
  const read = async (reader: Reader, seek: Seek) => {
    const direction = order === "desc" ? desc : asc;
    const orderBy = [...chosen.by, list.tie].map((column) => direction(column));
    const counted = reader
      .select({ total: sql`coalesce(sum(${counts.count}), 0)` })
      .from(counts.table)
      .where(and(counts.where("created_at"), after && gte(counts.bucket, after.getTime())));
    const from = (columns: Record<string, unknown>) => {
      const base = reader
        .select(columns as never)
        .from(list.table)
        .$dynamic();
      return list.join ? base.innerJoin(list.join.table, list.join.on) : base;
    };
    const matching = and(
      eq(list.tenantId, tenantId),
      list.where,
      list.search,
      query.status === undefined ? undefined : eq(list.status, query.status),
      query.affiliate_id === undefined ? undefined : eq(list.affiliateId as PgColumn, query.affiliate_id),
      after && gte(list.createdAt, after),
      after && chosen.followsCreation && notBefore(after, chosen, list, tenantId),
      seek.from,
    );
    const some = reader
      .select({ one: sql`1`.as("one") })
      .from(list.table)
      .where(matching)
      .limit(mostCounted + 1)
      .as("some");
    const total = list.search ? reader.select({ total: sql`count(*)` }).from(some) : counted;
    const cut = (rows: ReturnType<typeof from>) =>
      rows
        .where(matching)
        .orderBy(...orderBy)
        .limit(per_page)
        .offset(offset - seek.skipped);
    const shown = from({ ...list.select, matching: sql<number>`(${total})` });
    // Rows before a deep page are skipped within the index; only the rows of the page are fetched.
    const found = isDeep
      ? shown
          .where(and(eq(list.tenantId, tenantId), inArray(list.tie, cut(from({ id: list.tie })))))
          .orderBy(...orderBy)
      : cut(shown);
    const rows = (await found) as (Row & { matching: number })[];
    const [first] = rows;
    if (first) return { rows, total: toTotal(first.matching) };
    const { rows: whole } = await reader.execute<{ total: string }>(sql`select (${total}) as total`);
    return { rows, total: toTotal(whole[0]?.total ?? 0) };
  };

  const { rows, total } =
    isDeep && !list.search && canSeek(chosen, query)
      ? await db.transaction(
          async (tx) => read(tx, await findStart(tx, chosen, counts, order, offset, after)),
          // Reads counts and records from the same snapshot.
          { isolationLevel: "repeatable read", accessMode: "read only" },
        )
      : await read(db, { from: undefined, skipped: 0 });
  return { data: rows.map(toItem), pagination: { page, per_page, total } };
}

/** Lets an index start near the first record that was created after a time, instead of passing over all before it. */
function notBefore(
  after: Date,
  { by: [time] }: Sort,
  { table, createdAt, ...list }: AffiliateList<string>,
  tenantId: number,
): SQL {
  const start = sql`${after.toISOString()}::timestamptz`;
  return sql`${time} >= least(${start}, (
    select min(${time}) from ${table}
    where ${eq(list.tenantId, tenantId)} and ${createdAt} >= ${start} and ${time} < ${createdAt}))`;
}

/** If all rows have the same status, the second column alone gives the order, and an index finds it. */
function ofOneStatus(sort: Sort): Sort {
  const { by, buckets } = sort;
  return buckets?.within ? { by: by.slice(1), buckets: { sort: buckets.sort, of: buckets.of } } : sort;
}

/** Buckets of amounts cannot be filtered by time of creation or by affiliate. */
function canSeek({ buckets }: Sort, { created_after, affiliate_id }: Query<string>): boolean {
  if (!buckets) return false;
  return buckets.sort === "created_at" || (created_after === undefined && affiliate_id === undefined);
}

type Counts = {
  table: PgTable;
  status: PgColumn;
  bucket: PgColumn;
  count: PgColumn;
  where: (sort: string) => SQL | undefined;
};

function countsOf(kind: RecordKind, tenantId: number, { status, affiliate_id }: Query<string>): Counts {
  const table = affiliate_id === undefined ? recordCount : affiliateCount;
  const where = (sort: string) =>
    and(
      eq(table.tenantId, tenantId),
      eq(table.kind, kind),
      affiliate_id === undefined ? eq(recordCount.sort, sort) : eq(affiliateCount.affiliateId, affiliate_id),
      status === undefined ? undefined : eq(table.status, status),
    );
  return { table, status: table.status, bucket: table.bucket, count: table.count, where };
}

type Seek = { from: SQL | undefined; skipped: number };

async function findStart(
  reader: Reader,
  { by, buckets }: Sort,
  counts: Counts,
  order: "asc" | "desc",
  offset: number,
  after: Date | undefined,
): Promise<Seek> {
  if (!buckets) return { from: undefined, skipped: 0 };
  const direction = order === "desc" ? desc : asc;
  const keys = buckets.within ? [counts.status, counts.bucket] : [counts.bucket];
  const rows = (await reader
    .select({
      status: buckets.within ? counts.status : sql<string>`''`,
      bucket: counts.bucket,
      count: sql<number>`sum(${counts.count})::bigint`,
    })
    .from(counts.table)
    .where(and(counts.where(buckets.sort), after && gte(counts.bucket, after.getTime())))
    .groupBy(...keys)
    .orderBy(...keys.map((key) => direction(key)))) as { status: string; bucket: number; count: number }[];
  let skipped = 0;
  let at = 0;
  for (; at < rows.length - 1; at++) {
    const count = Number(rows[at]?.count);
    if (skipped + count > offset) break;
    skipped += count;
  }
  const here = rows[at];
  if (at === 0 || !here) return { from: undefined, skipped: 0 };
  // In descending order, a bucket starts below the previous bucket; in ascending order, at its own lowest value.
  const above = rows[at - 1]?.status === here.status ? rows[at - 1]?.bucket : undefined;
  const edge = order === "desc" ? (above ?? never) : here.bucket;
  const value = buckets.of === "amount" ? sql`${edge}::bigint` : sql`${toTime(edge)}::timestamptz`;
  const columns = sql.join([...by], sql`, `);
  const edges = sql.join([...(buckets.within ? [sql`${here.status}`] : []), value], sql`, `);
  return { from: sql`(${columns}) ${sql.raw(order === "desc" ? "<" : ">=")} (${edges})`, skipped };
}

function toTime(bucket: number): string {
  return bucket === never ? "infinity" : new Date(bucket).toISOString();
}
