import { parseArgs } from "node:util";
import { and, eq, isNull } from "drizzle-orm";
import { openDatabase } from "../lib/database/client.ts";
import { link, tenant as program } from "../lib/database/schema/affiliate.ts";
import { tenant } from "../lib/database/schema/checkout.ts";
import { runningOrigin } from "../lib/runtime/instance.ts";
import { onStop } from "../lib/runtime/lifecycle.ts";
import { prepareRuntime, prepareSettings } from "../lib/runtime/runtime.ts";
import { createApiKey, revokeApiKey, storefrontScopes } from "../lib/services/tenants.ts";
import { Client } from "./simulate/client.ts";
import { percentiles } from "./simulate/pace.ts";
import { followLinks, type Program } from "./simulate/referrals.ts";
import { newTickets, type TicketCounts } from "./simulate/tickets.ts";
import { drive, newTally } from "./simulate/traffic.ts";

const usage = `Usage: npm run simulate -- --rate N --seconds S (--store ID | --key pub_test_… --currency EUR) [options]

Sends what the shoppers of a coffee shop do to the storefront API, as a shop would: it asks which offers to show, and
tells what came of it. With a secret key, half of the accepted offers are charged by tickets, and some tickets are tried
again once they are used, which must be refused. Where the store has tracking links, a fifth of the rate are people who
follow them, and some of them order. Into the sandbox, of the Cartwright that runs on this machine.

  --rate N        events a second; a storefront key may make 500 requests a second and 15,000 a minute
  --seconds S     for how long; Ctrl+C ends it earlier
  --store ID      makes storefront keys for the sandbox of this store, and revokes them at the end
  --key K         uses this storefront key instead, for no tracking links; it does not tell the store's --currency
  --seed N        other shoppers; 1 if left out
  --origin URL    another Cartwright, such as http://127.0.0.1:3001 for one started with: npm run services
`;

const options = {
  rate: { type: "string" },
  seconds: { type: "string" },
  store: { type: "string" },
  key: { type: "string" },
  currency: { type: "string" },
  seed: { type: "string" },
  origin: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** The share of the rate that follows tracking links, if the store has any. */
const referralShare = 0.2;

const stopping = new AbortController();
const finished = Promise.withResolvers<void>();
onStop(() => {
  stopping.abort();
  return finished.promise;
});
try {
  process.exitCode = await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
} finally {
  finished.resolve();
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const [rate, seconds] = [readNumber("rate", values.rate), readNumber("seconds", values.seconds)];
  const seed = values.seed === undefined ? 1 : readNumber("seed", values.seed);
  const dataDir = prepareSettings();
  const origin = values.origin?.replace(/\/+$/, "") ?? runningOrigin(dataDir);
  if (!origin) {
    throw new Error(
      `No Cartwright is running on ${dataDir}. Start it with npm start, or name its address with --origin.`,
    );
  }
  if (values.key !== undefined) {
    if (!/^(pub_)?test_/.test(values.key))
      throw new Error("--key is a storefront key of a sandbox: test_… or pub_test_…");
    if (!values.currency) throw new Error("--currency is required beside --key, which does not tell it.");
    return run(origin, { key: values.key, currency: values.currency, rate, seconds, seed });
  }
  if (!values.store) throw new Error("--store is required, or --key with --currency.");
  const own = await makeKey(values.store);
  try {
    return await run(origin, { ...own, rate, seconds, seed });
  } finally {
    await own.revoke();
  }
}

type Run = { key: string; currency: string; rate: number; seconds: number; seed: number; program?: Program };

async function run(origin: string, { key, program, ...own }: Run): Promise<number> {
  const tally = newTally();
  const client = new Client(origin, "checkout", key, stopping.signal);
  const tickets = key.startsWith("pub_") ? undefined : newTickets();
  const facts = { ...own, signal: stopping.signal };
  console.log(`${facts.rate} events a second for ${facts.seconds} seconds, to ${origin}`);
  const began = performance.now();
  const told = setInterval(() => {
    const passed = (performance.now() - began) / 1000;
    console.log(
      `${passed.toFixed(0).padStart(4)} s  ${tally.sent} sent  ${(tally.sent / passed).toFixed(0)}/s  ` +
        `${tally.accepted} accepted  ${tally.rejected} rejected  ${client.limited} times 429`,
    );
  }, 3_000);
  const rate = facts.rate * (program ? 1 - referralShare : 1);
  const [referrals] = await Promise.all([
    program && followLinks(origin, program, { ...facts, rate: facts.rate * referralShare }),
    drive(client, { ...facts, rate }, tally, tickets),
  ]).finally(() => clearInterval(told));
  const passed = (performance.now() - began) / 1000;
  const callsOf = (path: string) => `${client.took[path]?.length ?? 0} calls, ${percentiles(client.took[path])}`;
  console.log(`
sent       ${tally.sent} in ${passed.toFixed(1)} s, ${(tally.sent / passed).toFixed(0)} a second
accepted   ${tally.accepted}
duplicate  ${tally.duplicate}
rejected   ${tally.rejected}${[...tally.reasons].map((reason) => `\n           ${reason}`).join("")}
429        ${client.limited}
GET /offers    ${callsOf("/offers")}
POST /events   ${callsOf("/events")}${tickets ? `\nPOST /tickets  ${callsOf("/tickets")}; ${wordsOf(tickets)}` : ""}${referrals ? `\n${referrals.summary}` : ""}`);
  if (client.failure !== undefined) throw new Error(`The simulation ended early: ${client.failure}`);
  if (referrals?.failure !== undefined) throw new Error(`Tracking links: ${referrals.failure}`);
  const { refused, tried, refusedAgain } = tickets ?? newTickets();
  return tally.rejected > 0 || refused > 0 || refusedAgain < tried ? 1 : 0;
}

function wordsOf({ made, redeemed, refused, tried, refusedAgain }: TicketCounts) {
  return `${made} made, ${redeemed} redeemed, ${refused} refused; ${refusedAgain} of ${tried} refused for a second order`;
}

type Own = Pick<Run, "key" | "currency" | "program"> & { revoke(): Promise<void> };

async function makeKey(storeId: string): Promise<Own> {
  const runtime = await prepareRuntime((line) => console.error(line));
  const db = openDatabase(runtime.databaseUrl, 1);
  const end = async () => {
    await db.$client.end();
    await runtime.stop();
  };
  try {
    const place = and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox"));
    const [found] = await db.select({ currency: tenant.currency }).from(tenant).where(place);
    if (!found) throw new Error(`There is no store ${storeId}.`);
    const codes = await db
      .select({ code: link.code })
      .from(link)
      .innerJoin(program, eq(program.id, link.tenantId))
      .where(
        and(
          eq(program.storeId, storeId),
          eq(program.mode, "sandbox"),
          eq(link.status, "active"),
          isNull(link.deletedAt),
        ),
      )
      .orderBy(link.code)
      .limit(500);
    const facts = { storeId, mode: "sandbox", name: "Simulator", scopes: Object.values(storefrontScopes) } as const;
    const { id, key } = await createApiKey(db, facts);
    return {
      key,
      currency: found.currency,
      ...(codes.length > 0 && { program: { key, codes: codes.map(({ code }) => code) } }),
      async revoke() {
        await revokeApiKey(db, id);
        await end();
      },
    };
  } catch (cause) {
    await end();
    throw cause;
  }
}

function readNumber(name: string, value: string | undefined): number {
  if (value === undefined || !/^\d{1,7}$/.test(value) || Number(value) === 0) {
    throw new Error(`--${name} is ${value === undefined ? "required" : "a whole number from 1 up"}.\n\n${usage}`);
  }
  return Number(value);
}
