import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commissionSorts } from "../../contract/affiliate/commission-words.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { rebuildSums } from "../../testing/affiliate/rebuild.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let program: Program;
/** Two thirds of the commissions belong to the first affiliate. */
const affiliates: string[] = [];

const count = 1_700;

/**
 * So many commissions that later pages are found by the counts, on few days and with few amounts, so that ties occur.
 * Some were reviewed, or could be paid, before they were created: clocks differ, and orders come late.
 */
beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  for (let n = 0; n < 2; n++) affiliates.push((await program.affiliate()).id);
  await services.db.execute(sql`
    insert into affiliate.commission
      (tenant_id, id, affiliate_id, amount, currency, type, flags, status, eligible_at, reviewed_at, day, created_at)
    select ${program.tenantId}, 'com_' || md5(n::text), case when n % 19 < 13 then ${affiliates[0]} else ${affiliates[1]} end, (n * 37) % 400 - 50, 'EUR',
      case when n % 7 = 0 then 'clawback' else 'sale' end,
      case when n % 4 = 0 then '[{"code":"shared_ip","severity":"low","evidence":{}}]'::jsonb else '[]' end,
      (array['pending', 'approved', 'rejected'])[1 + n % 3],
      timestamptz '2026-03-01T22:00Z' + (n * 7) % 11 * interval '7 hours',
      case when n % 3 > 0 then at + (n * 5) % 13 * interval '9 hours' - interval '5 hours' end, '2026-03-01', at
    from generate_series(1, ${count}::int) n,
      lateral (select timestamptz '2026-03-01T22:00Z' + (n * 3) % 17 * interval '5 hours' as at) created`);
  await rebuildSums(services.db, program);
});
afterAll(() => services.close());

type Filter = {
  status?: string;
  created_after?: string;
  affiliate?: number;
  flagged?: string;
  type?: string;
};

const columns = {
  created_at: "created_at",
  amount: "amount",
  eligible_at: "eligible_at",
  reviewed_at: "coalesce(reviewed_at, 'infinity')",
  status: "status, created_at",
};

const cases = commissionSorts.flatMap((sort) =>
  (["asc", "desc"] as const).flatMap((order) =>
    [
      {},
      { status: "approved" },
      { created_after: "2026-03-03" },
      { status: "pending", created_after: "2026-03-03" },
      { affiliate: 0 },
      { affiliate: 0, status: "pending", created_after: "2026-03-02" },
      { flagged: "true", status: "pending" },
      { flagged: "false", affiliate: 0, created_after: "2026-03-02" },
      { type: "clawback", flagged: "false" },
    ].map((filter: Filter) => ({ sort, order, ...filter })),
  ),
);

test.each(cases)(
  "every page of $sort $order, $status since $created_after of affiliate $affiliate, flagged $flagged, type $type, is the one that walking would find",
  { tags: "long" },
  async (query) => {
    const { sort, order, status, created_after, affiliate, flagged, type } = query;
    const affiliate_id = affiliate === undefined ? undefined : affiliates[affiliate];
    const keys = [...columns[sort].split(/, (?=created)/), "id"].map((key) => `${key} ${order}`).join(", ");
    const { rows } = await services.db.execute<{ id: string }>(sql`
    select id from affiliate.commission where tenant_id = ${program.tenantId}
      and status = coalesce(${status ?? null}::text, status)
      and affiliate_id = coalesce(${affiliate_id ?? null}::text, affiliate_id)
      and type = coalesce(${type ?? null}::text, type)
      and (jsonb_array_length(flags) > 0) = coalesce(${flagged ?? null}::boolean, jsonb_array_length(flags) > 0)
    order by ${sql.raw(keys)}`);
    const expected = rows.map(({ id }) => id);
    const kept = created_after === undefined ? expected : await since(created_after, expected);
    const sent = Object.entries({ sort, order, status, created_after, affiliate_id, flagged, type });
    const search = new URLSearchParams(sent.filter((entry): entry is [string, string] => entry[1] !== undefined));
    for (let page = 1; page <= Math.ceil(kept.length / 100) + 1; page++) {
      const { body } = await program.call("GET", `/commissions?${search}&per_page=100&page=${page}`);
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(kept.slice((page - 1) * 100, page * 100));
      expect(body.pagination.total).toBe(kept.length);
    }
  },
);

async function since(day: string, ids: string[]): Promise<string[]> {
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select id from affiliate.commission where tenant_id = ${program.tenantId} and created_at >= ${`${day}T00:00:00Z`}`);
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id));
}
