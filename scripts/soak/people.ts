import { setTimeout as sleep } from "node:timers/promises";
import type { Administrator } from "../../e2e/administrator.ts";
import { call, cookiesOf } from "../../e2e/processes.ts";

const password = "correct horse battery";

export type Shop = { store: string; headers: Record<string, string>; acknowledged: Set<string>; unknown: Set<string> };

export async function openShop(origin: string, administrator: Administrator, store: string): Promise<Shop> {
  const email = `owner@${store}.test`;
  const owner = ["--email", email, "--name", "Owner", "--password", password];
  await administrator.run("setup", ...owner, "--store", store, "--currency", "EUR", "--timezone", "UTC");
  const signed = await call(origin, "POST", "/api/auth/sign-in/email", {
    headers: { origin },
    body: { email, password },
  });
  if (signed.status !== 200) throw new Error(`Signing in answered ${signed.status}: ${signed.text}`);
  const headers = { cookie: cookiesOf(signed).join("; "), origin };
  return { store, headers, acknowledged: new Set(), unknown: new Set() };
}

export type Counts = { reads: Count; writes: Count; seconds: number };
type Count = { asked: number; failed: number; again: number; slowest: number };

/** Sends requests at a steady rate, regardless of the responses, while `act` runs. */
export async function underLoad(
  shops: Shop[],
  origin: string,
  { retry = 0, perSecond = 50 }: { retry?: number; perSecond?: number },
  act: () => Promise<void>,
): Promise<Counts> {
  const none = () => ({ asked: 0, failed: 0, again: 0, slowest: 0 });
  const counts: Counts = { reads: none(), writes: none(), seconds: 0 };
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond);
    // This many open requests mean that the machine is too slow for the test.
    while (sent < due && open.size < 300) {
      const one = ask(origin, shops[sent % shops.length] as Shop, Math.floor(sent / shops.length), counts, retry);
      open.add(one);
      one.finally(() => open.delete(one));
      sent++;
    }
    sent = Math.max(sent, due - perSecond);
  }, 20);
  await act().finally(() => clearInterval(timer));
  await Promise.all(open);
  counts.seconds = (performance.now() - begun) / 1_000;
  return counts;
}

/** Of sixteen requests, one loads a page, one calls the API, one adds an offer, and the others ask for the jobs. */
async function ask(origin: string, shop: Shop, turn: number, counts: Counts, retry: number): Promise<void> {
  const api = `/api/${shop.store}/sandbox`;
  const kind = turn % 16;
  if (kind === 3) return write(origin, shop, counts);
  const path =
    kind === 0 ? `/${shop.store}/sandbox/upsells` : kind === 8 ? `${api}/checkout/upsells` : `${api}/desk/jobs`;
  const begun = performance.now();
  counts.reads.asked++;
  for (let attempt = 0; ; attempt++) {
    const answer = await call(origin, "GET", path, { headers: shop.headers }).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 200) break;
    if (attempt === retry) {
      counts.reads.failed++;
      console.log(`  GET ${path}: ${answer instanceof Error ? answer.message : answer.status}`);
      break;
    }
    counts.reads.again++;
    await sleep(500);
  }
  counts.reads.slowest = Math.max(counts.reads.slowest, performance.now() - begun);
}

let made = 0;

async function write(origin: string, shop: Shop, { writes }: Counts): Promise<void> {
  const name = `Offer ${++made}`;
  const body = {
    name,
    product_id: "prod_care_kit",
    trigger_products: ["prod_boots"],
    discount: { type: "percentage", value: 15 },
    placement: "post_purchase",
    status: "draft",
  };
  const begun = performance.now();
  writes.asked++;
  const path = `/api/${shop.store}/sandbox/checkout/upsells`;
  const answer = await call(origin, "POST", path, { headers: shop.headers, body }).catch((error: Error) => error);
  writes.slowest = Math.max(writes.slowest, performance.now() - begun);
  if (!(answer instanceof Error) && answer.status === 201) {
    shop.acknowledged.add(name);
    return;
  }
  writes.failed++;
  shop.unknown.add(name);
}

export function tellCounts(name: string, { reads, writes, seconds }: Counts): void {
  const rate = ((reads.asked + writes.asked) / seconds).toFixed(1);
  console.log(`${name}: ${seconds.toFixed(0)} s, ${rate} requests a second`);
  for (const [kind, count] of Object.entries({ reads, writes })) {
    const { asked, failed, again, slowest } = count;
    console.log(
      `  ${kind} ${asked}  failed ${failed}  tried again ${again}  slowest ${(slowest / 1_000).toFixed(1)} s`,
    );
  }
}
