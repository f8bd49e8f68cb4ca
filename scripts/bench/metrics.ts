import { join } from "node:path";
import { reportTypes } from "../../lib/contract/checkout/report-words.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { createApiKey } from "../../lib/services/tenants.ts";
import { fillHistory, fillOrders, range } from "./history.ts";
import { load, rotate } from "./load.ts";
import { startPinned, stop } from "./pinned.ts";
import { openPlace, openTenant, type Place, query } from "./place.ts";
import { compare, printHead, report } from "./print.ts";
import { fillCatalogue } from "./shoppers.ts";

const rounds = 3;
const few = 10_000;
const many = 10_000_000;
/** At most one and a half times as long, which is at least two thirds of the calls per second. */
const wanted = 1 / 1.5;

// Compares metrics and reports over thirteen months with ten million orders and with ten thousand. Daily sums stand for
// the orders; `--orders 10000000` also inserts real rows, to prove that they are not read.
export async function run({ orders }: { orders: number }): Promise<boolean> {
  const place = await openPlace();
  const large = await fill(place, "large", many);
  const small = await fill(place, "small", few);
  if (orders > 0) await fillOrders(place.url, large.tenantId, orders);
  await query(place.url, "vacuum analyze");
  const service = await startPinned(join(projectDir, "lib/runtime/services.ts"), place.env);
  const before = await rowReads(place);
  try {
    printHead();
    let kept = true;
    for (const name of ["metrics", ...reportTypes.map((type) => `reports/${type}`)]) {
      const path = () => `/services/checkout/v1/analytics/${name}?start_date=${range.start}&end_date=${range.end}`;
      const ask = (headers: () => Record<string, string>) => () =>
        load({ origin: service.said, path, headers }, { connections: 4, seconds: 2 });
      const figures = await compare({ service: ask(large.headers), few: ask(small.headers) }, rounds);
      kept = report(name.replace("reports/", ""), figures, wanted, "few") && kept;
    }
    const read = (await rowReads(place)) - before;
    console.log(`Raw rows: ${orders} orders beside the sums; scans of their table: ${read}.`);
    return kept && read === 0;
  } finally {
    await stop([service.child]);
    await place.stop();
  }
}

async function fill(place: Place, storeId: string, orders: number) {
  const { tenantId } = await openTenant(place.db, storeId);
  await fillCatalogue(place.db, tenantId);
  await fillHistory(place.url, tenantId, orders);
  const keys: string[] = [];
  const facts = { storeId, mode: "sandbox" as const, scopes: ["read:analytics"] };
  for (let n = 0; n < 400; n++) keys.push((await createApiKey(place.db, { ...facts, name: `Bench ${n}` })).key);
  return { tenantId, headers: rotate(keys.map((key) => ({ authorization: `Bearer ${key}` }))) };
}

/** Nothing else in this process reads the table of orders. */
async function rowReads({ url }: Place): Promise<number> {
  const [row] = await query<{ scans: number }>(
    url,
    `select sum(seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables
     where schemaname = 'checkout' and relname = 'order'`,
  );
  return row?.scans ?? 0;
}
