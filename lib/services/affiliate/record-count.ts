import { and, eq, gte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { recordCount } from "../../database/schema/affiliate-sums.ts";
import type { RecordKind } from "./sums-of-records.ts";

type Value = string | number | SQLWrapper | undefined;
type Words = { [word in "tenantId" | "affiliate_id" | "status" | "created_after"]?: Value };

/** The counts of records of one kind, which are kept by affiliate, status and UTC day of creation. */
export const countsOf = (kind: RecordKind, { tenantId, affiliate_id = "", status, created_after }: Words): SQL =>
  sql.join(
    [
      sql`${recordCount.tenantId} = ${tenantId} and ${recordCount.affiliateId} = ${affiliate_id} and ${recordCount.kind} = ${kind}`,
      ...(status === undefined ? [] : [sql`${recordCount.status} = ${status}`]),
      ...(created_after === undefined ? [] : [sql`${recordCount.day} >= ${created_after}::date`]),
    ],
    sql` and `,
  );

const counted = ["affiliate_id", "status", "created_after"];

/** The total of a list, unless it is asked for by a word that the counts do not know. */
export const totalOf =
  (kind: RecordKind) =>
  (words: readonly string[]): SQL | null => {
    if (words.some((word) => !counted.includes(word))) return null;
    const asked = Object.fromEntries(["tenantId", ...words].map((word) => [word, sql.placeholder(word)]));
    return sql`select coalesce(sum(count), 0) from ${recordCount} where ${countsOf(kind, asked)}`;
  };

type Table = PgTable & { tenantId: PgColumn; createdAt: PgColumn };

/**
 * Records that were created on a day or later. `follows` are sorts by a time that hardly ever is before that of creation: an
 * index contains these few records, so that the index of the sort starts near the first row.
 */
export const createdSince =
  (table: Table, follows: Record<string, PgColumn | SQL> = {}) =>
  (day: SQLWrapper, sort: string): SQL | undefined => {
    const start = sql`(${day}::timestamp at time zone 'UTC')`;
    const time = follows[sort];
    const before = sql`(
      select min(${time}) from ${table}
      where ${eq(table.tenantId, sql.placeholder("tenantId"))} and ${table.createdAt} >= ${start} and ${time} < ${table.createdAt})`;
    return and(gte(table.createdAt, start), time && sql`${time} >= least(${start}, ${before})`);
  };
