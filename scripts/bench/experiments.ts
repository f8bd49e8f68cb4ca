import { createServices } from "../../lib/services/index.ts";
import { createApiKey } from "../../lib/services/tenants.ts";
import { openBenchDatabase, openTenant, query, unlimited } from "./database.ts";
import { median, percentile, record } from "./results.ts";

const visitors = 10_000_000;
const visits = 1_000_000;
const reads = 200;

/** Reads the results of one experiment with ten million visitors, and what a million visitors did. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase({ apart: false });
  try {
    const { tenantId } = await openTenant(database.db, "shop");
    for (const text of fillings(tenantId)) await query(database.url, text);
    await query(database.url, "vacuum analyze");
    const services = createServices(database.db, unlimited);
    const facts = { storeId: "shop", mode: "sandbox" as const, scopes: ["read:analytics"] };
    const { key } = await createApiKey(database.db, { ...facts, name: "Bench" });
    const time = async (path: string) => {
      const begun = performance.now();
      const response = await services.request(`/services/checkout/v1${path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const body = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(body));
      return performance.now() - begun;
    };
    for (const [what, path] of [
      ["results", "/experiments/exp_1/results"],
      ["results by day", "/experiments/exp_1/breakdown?by=day"],
      ["results by country", "/experiments/exp_1/breakdown?by=country"],
    ] as const) {
      const times: number[] = [];
      for (let n = 0; n < reads; n++) times.push(await time(path));
      const p99 = percentile(times, 0.99);
      record({
        what: `${what} of ${visitors / 1e6} M visitors`,
        ours: median(times),
        unit: "ms",
        limits: { most: 50 },
        also: [{ text: `p99 ${p99.toFixed(1)} ms`, met: p99 < 50 }],
      });
    }
    const times: number[] = [];
    for (let n = 0; n < 5; n++) times.push(await time("/experiment-baseline"));
    record({
      what: `baseline of ${visits / 1e6} M visitors`,
      ours: median(times),
      unit: "ms",
      limits: { most: 1_000 },
      also: [{ text: `the first ${times[0]?.toFixed(0)} ms` }],
    });
  } finally {
    await database.stop();
  }
}

/** Ten variants for ninety days, with visitors from a hundred countries. Results do not read the rows of visitors. */
function fillings(tenantId: number): string[] {
  const sums = (segment: string, day: string) => `
    insert into checkout.experiment_sum (tenant_id, experiment_id, variant, segment, day, visitors, conversions, ordered,
      orders, orders_squares, revenue, revenue_squares, revenue_orders)
    select ${tenantId}, 'exp_1', 'v' || n % 10, ${segment}, ${day}, count(*), sum(bought), sum(bought), sum(bought),
      sum(bought), sum(spent * bought), sum(spent::numeric * spent * bought), sum(spent * bought)
    from (select n, (n % 20 = n % 10)::int as bought, 1000 + n % 9000 as spent from generate_series(1, ${visitors}) n) made
    group by 3, 4, 5`;
  return [
    `insert into checkout.experiment (tenant_id, id, name, status, variants, plan, started_at)
      select ${tenantId}, 'exp_1', 'Large', 'running', json_agg(json_build_object('name', 'v' || n, 'weight', 1)),
        '{"metric": "revenue_per_visitor", "guardrails": [], "audience": {}}', now() - interval '90 days'
      from generate_series(0, 9) n`,
    sums("''::text", "current_date - n / 10 % 90"),
    sums("'device:' || (array['desktop', 'mobile', 'tablet'])[1 + n % 3]", "date '1970-01-01'"),
    sums("'country:' || chr(65 + n / 10 % 10) || chr(65 + n / 100 % 10)", "date '1970-01-01'"),
    `insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
      select ${tenantId}, 'visit-' || n, 'visit', at, at, json_build_object('visitor_id', 'visitor-' || n)
      from (select n, now() - n % 28 * interval '1 day' as at from generate_series(1, ${visits}) n) made`,
    `insert into checkout.order (tenant_id, id, visitor_id, placed_at, day, total, upsells_accepted, bundles_purchased)
      select ${tenantId}, 'ord-' || n, 'visitor-' || n, at, at::date, 1000 + n % 9000, '{}', '{}'
      from (select n, now() - n % 28 * interval '1 day' as at from generate_series(20, ${visits}, 20) n) made`,
    `insert into checkout.daily_total (tenant_id, day, visits)
      select ${tenantId}, current_date - n, ${visits} / 28 from generate_series(0, 27) n`,
  ];
}
