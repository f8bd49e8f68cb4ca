import { callerStatement, specifiedLimits } from "../../lib/services/kernel/limits.ts";
import { fillSandbox } from "../../lib/services/simulator/fill.ts";
import { createApiKey } from "../../lib/services/tenants.ts";
import { benchSecret, openBenchDatabase, openTenant } from "./database.ts";
import { load, rotate } from "./load.ts";
import { startProcess, startServer } from "./processes.ts";
import { inTurns, recordSpeed } from "./results.ts";

// Each key is limited to 120 requests a minute, so the load is spread over many keys.
const keyCount = 1500;

/** Compares reads with a handler that runs the same SQL. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase({ apart: false });
  const { tenantId } = await openTenant(database.db, "shop");
  process.env.CARTWRIGHT_SECRET ??= benchSecret;
  await fillSandbox(database.db, "shop");
  const facts = { storeId: "shop", mode: "sandbox" as const, scopes: ["read:upsells"] };
  const keys: string[] = [];
  for (let n = 0; n < keyCount; n++) keys.push((await createApiKey(database.db, { ...facts, name: `Bench ${n}` })).key);

  const service = await startProcess("lib/runtime/services.ts", { env: database.env, pinned: true });
  const path = "/services/checkout/v1/upsells";
  const headers = rotate(keys.map((key) => ({ authorization: `Bearer ${key}` })));
  const { data } = await fetch(`${service.said}${path}`, { headers: headers() }).then((response) => response.json());
  const { id } = data[0];
  const env = { ...database.env, BENCH_STATEMENTS: floorStatements(tenantId, id) };
  const floor = await startServer("reads", { env, pinned: true });
  try {
    for (const [name, target] of [
      ["list", path],
      ["read", `${path}/${id}`],
    ] as const) {
      const speeds = await inTurns(
        {
          ours: () => load({ origin: service.said, path: () => target, headers }),
          floor: () => load({ origin: floor.said, path: () => `/${name}`, headers: () => ({}) }),
        },
        3,
      );
      recordSpeed(name, speeds.ours, speeds.floor, 0.6);
    }
  } finally {
    await service.stop();
    await floor.stop();
    await database.stop();
  }
}

function floorStatements(tenant: number, id: string): string {
  const limits = callerStatement("checkout", specifiedLimits);
  const columns =
    "tenant_id, id, name, status, product_id, trigger_products, discount_type, discount_value, placement, created_at, updated_at";
  const list = `select ${columns}, (select count(*) from checkout.upsell where tenant_id = $1) as total
    from checkout.upsell where tenant_id = $1 order by created_at desc, id desc limit 20 offset 0`;
  const read = `select ${columns} from checkout.upsell where tenant_id = $1 and id = $2`;
  return JSON.stringify({
    list: { texts: [limits, list], values: [tenant] },
    read: { texts: [limits, read], values: [tenant, id] },
  });
}
