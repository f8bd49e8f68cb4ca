import { Agent, request } from "node:http";
import pg from "pg";
import { signatureHeaders } from "../../lib/services/delivery/sign.ts";
import { toSpeed } from "./results.ts";

// The baseline for deliveries posts the same signed bodies with the same concurrency, without storing anything.

const { DATABASE_URL, FLOOR_TENANT, FLOOR_SECRET = "", FLOOR_CONCURRENCY, FLOOR_WARM } = process.env;
const concurrency = Number(FLOOR_CONCURRENCY);
const client = new pg.Client(DATABASE_URL);
await client.connect();
const { rows } = await client.query<{ url: string; id: string; body: string }>(
  `select endpoint.url, event.id, event.body from checkout.event join checkout.webhook_endpoint endpoint using (tenant_id)
   where tenant_id = $1`,
  [FLOOR_TENANT],
);
await client.end();
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

let times: number[] = [];
let failed = 0;
await postAll(rows.slice(0, Number(FLOOR_WARM)));
times = [];
const started = performance.now();
await postAll(rows);
const elapsed = performance.now() - started;
agent.destroy();
console.log(JSON.stringify(toSpeed(times, elapsed, failed)));

async function postAll(all: typeof rows): Promise<void> {
  const left = [...all];
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const begun = performance.now();
      const timestamp = Math.floor(Date.now() / 1000);
      const signed = { eventId: next.id, body: next.body, timestamp, secrets: [FLOOR_SECRET] as [string] };
      if ((await post(next.url, next.body, signatureHeaders(signed))) !== 204) failed++;
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
}

function post(url: string, body: string, signature: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...signature };
    const call = request(url, { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    call.on("error", reject);
    call.end(body);
  });
}
