import { join } from "node:path";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { limitStatement, specifiedLimits } from "../../lib/services/kernel/limits.ts";
import { fillSandbox } from "../../lib/services/simulator/fill.ts";
import { createApiKey } from "../../lib/services/tenants.ts";
import { load, rotate } from "./load.ts";
import { startPinned, stop } from "./pinned.ts";
import { benchSecret, openPlace, openTenant } from "./place.ts";
import { compare, printHead, report } from "./print.ts";

// Each key is limited to 120 requests a minute, so the load is spread over many keys.
const keyCount = 1500;
const rounds = 3;
const wanted = 0.6;

/** Compares reads with a handler that runs the same SQL, and with a server that returns the same bytes. */
export async function run(): Promise<boolean> {
  const place = await openPlace({ apart: false });
  const { tenantId } = await openTenant(place.db, "shop");
  process.env.CARTWRIGHT_SECRET ??= benchSecret;
  await fillSandbox(place.db, "shop");
  const facts = { storeId: "shop", mode: "sandbox" as const, scopes: ["read:upsells"] };
  const keys: string[] = [];
  for (let n = 0; n < keyCount; n++) keys.push((await createApiKey(place.db, { ...facts, name: `Bench ${n}` })).key);

  const service = await startPinned(join(projectDir, "lib/runtime/services.ts"), place.env);
  const path = "/services/checkout/v1/upsells";
  const headers = rotate(keys.map((key) => ({ authorization: `Bearer ${key}` })));
  const sample = await fetch(`${service.said}${path}`, { headers: headers() }).then((response) => response.text());
  const id: string = JSON.parse(sample).data[0].id;
  const floorScript = join(projectDir, "scripts/bench/floor-reads.ts");
  const floor = await startPinned(floorScript, { ...place.env, FLOOR_STATEMENTS: floorStatements(tenantId, id) });
  const raw = await startPinned(floorScript, { FLOOR: "raw", FLOOR_BYTES: sample });
  const none = () => ({});
  try {
    printHead();
    let kept = true;
    for (const [name, target] of [
      ["list", path],
      ["read", `${path}/${id}`],
    ] as const) {
      const figures = await compare(
        {
          service: () => load({ origin: service.said, path: () => target, headers }),
          floor: () => load({ origin: floor.said, path: () => `/${name}`, headers: none }),
          raw: () => load({ origin: raw.said, path: () => "/", headers: none }),
        },
        rounds,
      );
      kept = report(name, figures, wanted) && kept;
    }
    return kept;
  } finally {
    await stop([service.child, floor.child, raw.child]);
    await place.stop();
  }
}

/** The statements of the service: first the key and its limits, then the rows. */
function floorStatements(tenant: number, id: string): string {
  const limits = limitStatement("checkout", specifiedLimits);
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
