import { randomBytes } from "node:crypto";
import { makeOrder } from "../../lib/services/simulator/program/drafts.ts";
import { bots, browsers } from "../../lib/services/simulator/program/visits.ts";
import { Random } from "../../lib/services/simulator/random.ts";
import { Client } from "./client.ts";
import { type Facts, keepPace, percentiles } from "./pace.ts";

export type Program = { key: string; codes: readonly string[] };
type Outcome = { affiliate_id?: string; status: string; errors?: { field: string; message: string }[] };

const botShare = 0.08;
/** The share of visitors who order after following a link. */
const orderShare = 0.12;

/** People and bots follow tracking links, and some of the people order. */
export async function followLinks(origin: string, { key, codes }: Program, facts: Facts) {
  const client = new Client(origin, "affiliate", key, facts.signal);
  const run = randomBytes(4).toString("hex");
  const took: number[] = [];
  const outbox: object[] = [];
  let [visits, fromBots, orders, attributed] = [0, 0, 0, 0];

  const visit = async () => {
    const n = visits++;
    const random = new Random(facts.seed, 911, n);
    const isBot = random.chance(botShare);
    const began = performance.now();
    const response = await fetch(`${origin}/r/${random.pick(codes)}`, {
      headers: { "user-agent": random.pick(isBot ? bots : browsers), referer: "https://blog.example/coffee" },
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    if (response.status !== 302) throw new Error(`GET /r answered ${response.status}.`);
    took.push(performance.now() - began);
    if (isBot) fromBots++;
    else if (random.chance(orderShare)) outbox.push(order(random, n, response.headers.get("location")));
  };
  const order = (random: Random, n: number, location: string | null) => {
    const { lineItems: line_items, ...money } = makeOrder(random, facts.currency, false);
    return {
      type: "order.placed",
      external_id: `SIM-${run}-${n}`,
      occurred_at: new Date().toISOString(),
      ...money,
      line_items,
      customer_id: `sim_${run}_${n}`,
      ip: `198.51.100.${random.between(1, 254)}`,
      click_id: new URL(location ?? "").searchParams.get("cw_click"),
    };
  };

  await keepPace(facts, {
    planned: () => visits,
    start: () =>
      visit().catch((cause: Error) => {
        client.failure ??= cause.message;
      }),
    atOnce: 16,
    outbox,
    async post(reports) {
      const { data = [] } = (await client.call<{ data: Outcome[] }>("/orders", { orders: reports })) ?? {};
      const refused = data.find(({ status }) => status === "rejected")?.errors?.[0];
      if (refused) client.failure ??= `an order was refused: ${refused.field}: ${refused.message}`;
      orders += data.filter(({ status }) => status === "accepted").length;
      attributed += data.filter(({ affiliate_id }) => affiliate_id !== undefined).length;
    },
    failure: () => client.failure,
  });
  return {
    failure: client.failure,
    summary: `GET /r         ${took.length} clicks, ${fromBots} of them bots, ${percentiles(took)}
POST /orders   ${orders} orders, ${attributed} attributed`,
  };
}
