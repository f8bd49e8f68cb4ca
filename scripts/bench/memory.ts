import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { createSigningSecret, sealSecret } from "../../lib/services/delivery/secrets.ts";
import { send } from "./load.ts";
import { startProcess, stop } from "./pinned.ts";
import { benchSecret, openPlace, openTenant, type Place, query } from "./place.ts";
import { fillCatalogue, makeEvents } from "./shoppers.ts";

const batchesPerSecond = 10;
const batchSize = 50;
/** The allowed growth, from the first to the last minute and along the slope of all minutes, as a share. */
const wanted = 0.1;

/** The engine releases its start-up memory gradually. */
const warmUpMs = 180_000;

/** Measures a server under a steady stream of events and webhooks, after a warm-up. */
export async function run({ minutes }: { minutes: number }): Promise<boolean> {
  const place = await openPlace({ apart: false });
  const receiver = await startProcess(join(projectDir, "scripts/bench/receiver.ts"), {});
  // The entry that `npm run services` runs.
  const env = { ...place.env, npm_lifecycle_event: undefined };
  const server = await startProcess(join(projectDir, "scripts/start.mjs"), env, undefined, ["services"]);
  const ending = new AbortController();
  const driving = drive(place, server.said, receiver.said, ending.signal);
  try {
    await Promise.race([driving, sleep(warmUpMs)]);
    const samples: number[] = [];
    for (const end = Date.now() + minutes * 60_000; Date.now() < end; await sleep(1_000)) {
      samples.push(residentMegabytes(server.child.pid ?? 0));
    }
    ending.abort();
    const { sent, failed } = await driving;
    return judge(samples, sent, failed);
  } finally {
    ending.abort();
    await driving.catch(() => {});
    await stop([server.child, receiver.child]);
    await place.stop();
  }
}

async function drive(place: Place, origin: string, hooks: string, signal: AbortSignal) {
  const { tenantId, keys } = await openTenant(place.db, "shop", { keys: 10 });
  await fillCatalogue(place.db, tenantId);
  const secret = sealSecret(createSigningSecret(), { tenantId, endpointId: "whk_memory" }, benchSecret);
  await query(
    place.url,
    `insert into checkout.webhook_endpoint (tenant_id, id, url, events, state, secret)
     values ($1, 'whk_memory', $2, '{upsell.accepted,upsell.declined,order.cancelled}', 'enabled', $3)`,
    [tenantId, `${hooks}/memory`, secret],
  );
  const agent = new Agent({ keepAlive: true });
  const path = () => "/services/checkout/storefront/v1/events";
  let [sent, failed] = [0, 0];
  for (let n = 0; !signal.aborted; n++) {
    const body = JSON.stringify({ events: makeEvents(batchSize, `m${n}`) });
    const headers = { authorization: `Bearer ${keys[n % keys.length]}`, "content-type": "application/json" };
    const target = { origin, path, headers: () => headers, method: "POST", body: () => body };
    const [took] = await Promise.all([send(agent, target).catch(() => false), sleep(1000 / batchesPerSecond)]);
    sent += batchSize;
    if (!took) failed++;
  }
  agent.destroy();
  return { sent, failed };
}

function judge(samples: number[], sent: number, failed: number): boolean {
  const edge = Math.min(60, Math.ceil(samples.length / 2));
  const first = mean(samples.slice(0, edge));
  const last = mean(samples.slice(-edge));
  const change = last / first - 1;
  // A least-squares line over the whole time.
  const middle = (samples.length - 1) / 2;
  const all = mean(samples);
  const rise =
    samples.reduce((sum, value, n) => sum + (n - middle) * (value - all), 0) /
    samples.reduce((sum, _, n) => sum + (n - middle) ** 2, 0);
  const drift = (rise * samples.length) / first;
  const percent = (part: number) => `${part < 0 ? "" : "+"}${(part * 100).toFixed(1)} %`;
  const kept = failed === 0 && Math.abs(change) <= wanted && Math.abs(drift) <= wanted;
  console.log(`Resident memory over ${samples.length} s, ${sent} events sent, ${failed} batches failed:`);
  console.log(`  first minute ${first.toFixed(0)} MB, last minute ${last.toFixed(0)} MB (${percent(change)})`);
  console.log(`  lowest ${Math.min(...samples).toFixed(0)} MB, highest ${Math.max(...samples).toFixed(0)} MB`);
  console.log(`  fitted line ${(rise * 60).toFixed(2)} MB a minute (${percent(drift)})${kept ? "" : "   MISSED"}`);
  return kept;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
