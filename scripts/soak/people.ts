import { setTimeout as sleep } from "node:timers/promises";
import type { Administrator } from "../../e2e/administrator.ts";
import { type Answer, call, cookiesOf } from "../../e2e/processes.ts";

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

export type Counts = { reads: Count; writes: Count; scripts: Count; seconds: number };
export type Count = { asked: number; failed: number; again: number; answers: Answered[]; why: Map<string, number> };
type Answered = { at: number; ms: number };
export const none = (): Count => ({ asked: 0, failed: 0, again: 0, answers: [], why: new Map() });

/** Sends requests at a steady rate, regardless of the responses, while `act` runs. Resolves when all are answered. */
export async function atRate(
  perSecond: number,
  send: (turn: number) => Promise<void>,
  act: () => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond);
    // This many open requests mean that the machine is too slow for the test.
    while (sent < due && open.size < 300) {
      const one = send(sent++);
      open.add(one);
      one.finally(() => open.delete(one));
    }
    sent = Math.max(sent, due - perSecond);
  }, 20);
  await act().finally(() => clearInterval(timer));
  await Promise.all(open);
}

type Load = { retry?: number; perSecond?: number; withScripts?: boolean };

export async function underLoad(
  shops: Shop[],
  origin: string,
  { retry = 0, perSecond = 50, withScripts = false }: Load,
  act: () => Promise<void>,
): Promise<Counts> {
  const counts: Counts = { reads: none(), writes: none(), scripts: none(), seconds: 0 };
  const begun = performance.now();
  await atRate(
    perSecond,
    async (turn) => {
      const shop = shops[turn % shops.length] as Shop;
      const text = await ask(origin, shop, Math.floor(turn / shops.length), counts, retry);
      if (!withScripts) return;
      const scripts = [...new Set(text.match(/\/_next\/static\/[^"\\]+\.js/g))];
      const headers = { "accept-encoding": "br" };
      await Promise.all(scripts.map((script) => read(origin, script, headers, counts.scripts, retry)));
    },
    act,
  );
  counts.seconds = (performance.now() - begun) / 1_000;
  return counts;
}

/** Of sixteen requests, one loads a page, one calls the API, one adds an offer, and the others ask for the jobs. */
async function ask(origin: string, shop: Shop, turn: number, counts: Counts, retry: number): Promise<string> {
  const api = `/api/${shop.store}/sandbox`;
  const kind = turn % 16;
  if (kind === 3) return write(origin, shop, counts);
  const path =
    kind === 0 ? `/${shop.store}/sandbox/upsells` : kind === 8 ? `${api}/checkout/upsells` : `${api}/desk/jobs`;
  return read(origin, path, shop.headers, counts.reads, retry);
}

/** The text of an answer, or nothing if none came. */
export async function read(
  origin: string,
  path: string,
  headers: Shop["headers"],
  count: Count,
  retry: number,
  expected = 200,
) {
  const at = performance.now();
  count.asked++;
  for (let attempt = 0; ; attempt++) {
    const answer = await call(origin, "GET", path, { headers }).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === expected) {
      count.answers.push({ at, ms: performance.now() - at });
      return answer.text;
    }
    if (attempt === retry) {
      fail(count, "GET", path, answer);
      return "";
    }
    count.again++;
    await sleep(500);
  }
}

function fail(count: Count, method: string, path: string, answer: Answer | Error): void {
  count.failed++;
  const what = path.replace(/\d+|(?<=chunks\/)[^.]+/g, "…");
  const why = `${method} ${what}: ${answer instanceof Error ? answer.message.replaceAll(path, what) : answer.status}`;
  count.why.set(why, (count.why.get(why) ?? 0) + 1);
}

export function tellFailures(kinds: Record<string, Count>): void {
  for (const { why } of Object.values(kinds)) {
    for (const [what, times] of why) console.log(`  ${times} × ${what}`);
  }
}

let made = 0;

async function write(origin: string, shop: Shop, { writes }: Counts): Promise<string> {
  const name = `Offer ${++made}`;
  const body = {
    name,
    product_id: "prod_care_kit",
    trigger_products: ["prod_boots"],
    discount: { type: "percentage", value: 15 },
    placement: "post_purchase",
    status: "draft",
  };
  const at = performance.now();
  writes.asked++;
  const path = `/api/${shop.store}/sandbox/checkout/upsells`;
  const answer = await call(origin, "POST", path, { headers: shop.headers, body }).catch((error: Error) => error);
  writes.answers.push({ at, ms: performance.now() - at });
  if (!(answer instanceof Error) && answer.status === 201) {
    shop.acknowledged.add(name);
    return answer.text;
  }
  fail(writes, "POST", path, answer);
  shop.unknown.add(name);
  return "";
}

export function tellCounts(name: string, { seconds, ...kinds }: Counts): void {
  const rate = (Object.values(kinds).reduce((sum, { asked }) => sum + asked, 0) / seconds).toFixed(1);
  console.log(`${name}: ${seconds.toFixed(0)} s, ${rate} requests a second`);
  for (const [kind, { asked, failed, again, answers }] of Object.entries(kinds)) {
    const slowest = Math.max(0, ...answers.map(({ ms }) => ms));
    console.log(
      `  ${kind} ${asked}  failed ${failed}  tried again ${again}  slowest ${(slowest / 1_000).toFixed(1)} s`,
    );
  }
  tellFailures(kinds);
}
