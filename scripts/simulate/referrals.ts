import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeOrder } from "../../lib/services/simulator/program/drafts.ts";
import { bots, browsers } from "../../lib/services/simulator/program/visits.ts";
import { Random } from "../../lib/services/simulator/random.ts";
import { percentiles } from "./client.ts";

export type Program = { key: string; codes: readonly string[] };
type Facts = { seconds: number; seed: number; currency: string; signal: AbortSignal };
type Outcome = { affiliate_id?: string; status: string; errors?: { field: string; message: string }[] };

const atOnce = 16;
const tickMs = 40;
const flushMs = 500;
const botShare = 0.08;
/** The share of visitors who order after following a link. */
const orderShare = 0.12;

export class Referrals {
  failure: string | undefined;
  readonly #origin: string;
  readonly #program: Program;
  readonly #facts: Facts;
  readonly #run = randomBytes(4).toString("hex");
  readonly #took: number[] = [];
  #bots = 0;
  #orders = 0;
  #attributed = 0;
  #outbox: object[] = [];

  constructor(origin: string, program: Program, facts: Facts) {
    this.#origin = origin;
    this.#program = program;
    this.#facts = facts;
  }

  async drive(rate: number): Promise<void> {
    const { seconds, signal } = this.#facts;
    const began = performance.now();
    const inFlight = new Set<Promise<void>>();
    let [planned, flushed] = [0, began];
    for (;;) {
      const elapsed = (performance.now() - began) / 1000;
      const over = signal.aborted || this.failure !== undefined || elapsed >= seconds;
      while (!over && planned < elapsed * rate && inFlight.size < atOnce) {
        const visit = this.#visit(planned++)
          .catch((cause: Error) => {
            this.failure ??= cause.message;
          })
          .finally(() => inFlight.delete(visit));
        inFlight.add(visit);
      }
      if (over) break;
      if (performance.now() - flushed > flushMs) {
        flushed = performance.now();
        await this.#report();
      }
      await sleep(tickMs);
    }
    await Promise.all(inFlight);
    await this.#report();
  }

  summary(): string {
    return `GET /r         ${this.#took.length} clicks, ${this.#bots} of them bots, ${percentiles(this.#took)}
POST /orders   ${this.#orders} orders, ${this.#attributed} attributed`;
  }

  async #visit(n: number): Promise<void> {
    const random = new Random(this.#facts.seed, 911, n);
    const isBot = random.chance(botShare);
    const began = performance.now();
    const response = await fetch(`${this.#origin}/r/${random.pick(this.#program.codes)}`, {
      headers: { "user-agent": random.pick(isBot ? bots : browsers), referer: "https://blog.example/coffee" },
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    if (response.status !== 302) throw new Error(`GET /r answered ${response.status}.`);
    this.#took.push(performance.now() - began);
    if (isBot) this.#bots++;
    else if (random.chance(orderShare)) this.#order(random, n, response.headers.get("location"));
  }

  #order(random: Random, n: number, location: string | null): void {
    const { lineItems: line_items, ...money } = makeOrder(random, this.#facts.currency, false);
    this.#outbox.push({
      type: "order.placed",
      external_id: `SIM-${this.#run}-${n}`,
      occurred_at: new Date().toISOString(),
      ...money,
      line_items,
      customer_id: `sim_${this.#run}_${n}`,
      ip: `198.51.100.${random.between(1, 254)}`,
      click_id: new URL(location ?? "").searchParams.get("cw_click"),
    });
  }

  async #report(): Promise<void> {
    const orders = this.#outbox.splice(0, 500);
    if (orders.length === 0) return;
    const response = await fetch(`${this.#origin}/services/affiliate/storefront/v1/orders`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#program.key}`, "content-type": "application/json" },
      body: JSON.stringify({ orders }),
      signal: AbortSignal.timeout(30_000),
    }).catch((cause: Error) => cause);
    if (response instanceof Error || !response.ok) {
      const why = response instanceof Error ? response.message : `${response.status}`;
      this.failure ??= `POST /orders answered ${why}.`;
      return;
    }
    const { data } = (await response.json()) as { data: Outcome[] };
    const refused = data.find(({ status }) => status === "rejected")?.errors?.[0];
    if (refused) this.failure ??= `an order was refused: ${refused.field}: ${refused.message}`;
    this.#orders += data.filter(({ status }) => status === "accepted").length;
    this.#attributed += data.filter(({ affiliate_id }) => affiliate_id !== undefined).length;
  }
}
