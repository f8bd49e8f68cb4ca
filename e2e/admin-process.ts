import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { exampleOf } from "../lib/contract/events.ts";
import { openDatabase } from "../lib/database/client.ts";
import { tenant as program } from "../lib/database/schema/affiliate.ts";
import { tenant, upsell } from "../lib/database/schema/checkout.ts";
import { delivery, event } from "../lib/database/schema/checkout-delivery.ts";
import { order } from "../lib/database/schema/checkout-sales.ts";
import { audit } from "../lib/database/schema/desk-audit.ts";
import { prepareRuntime } from "../lib/runtime/runtime.ts";
import { makeOffers } from "../lib/services/simulator/offers.ts";
import { writerTo } from "../lib/services/simulator/write.ts";
import { computeFor } from "../lib/services/storefront/compute-recommendations.ts";
import { rebuildSums } from "../lib/testing/affiliate/rebuild.ts";
import { readArguments } from "../scripts/admin/arguments.ts";
import "../lib/runtime/server-modules.ts";

// `npm run admin` without its start-up time: runs one command after another for the process that forked it. It has more commands
// for tests: `offers STORE [COUNT]`, quicker than a demo shop; `failures STORE ENDPOINT COUNT`, events that failed for good, which
// takes a day; `orders STORE PRODUCTS COUNT`, with the recommendations from them; `commissions STORE COUNT`, a long review queue;
// `age-keys STORE DAYS`, keys in use for so long; `alter STORE ROW`, which forges an entry of the audit; and
// `sign-in EMAIL AGENT`, which returns the cookie of a new session.

const runtime = await prepareRuntime(() => {});
const { commands } = await import("../scripts/admin/commands.ts");
const { noteSignIn } = await import("../lib/server/people/note-sign-ins.ts");
const { authContext } = await import("../lib/server/people/load-auth.ts");
await hashOnce();
const database = openDatabase(runtime.databaseUrl, 2);

async function sandboxOf(storeId: string): Promise<typeof tenant.$inferSelect> {
  const [place] = await database
    .select()
    .from(tenant)
    .where(and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox")));
  if (!place) throw new Error(`There is no store ${storeId}.`);
  return place;
}

async function writeOffers(storeId: string, count: number): Promise<number> {
  const { id, timeZone, currency } = await sandboxOf(storeId);
  const made = makeOffers(new Date().toISOString().slice(0, 10), timeZone, currency).map(({ row }) => row);
  const offers = Array.from({ length: count || made.length }, (_, n) => {
    const row = made[n % made.length] as (typeof made)[number];
    return n < made.length ? row : { ...row, id: `ups_more${n}`, name: `${row.name} no. ${n}` };
  });
  await database.transaction((tx) => writerTo(tx, id)(upsell, offers));
  return offers.length;
}

async function writeOrders(storeId: string, products: string[], count: number): Promise<number> {
  const { id: tenantId } = await sandboxOf(storeId);
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ tenantId, id: `${products.join("_")}_${n}`, placedAt: new Date(Date.now() - 86_400_000) },
    ...{ upsellsAccepted: [], bundlesPurchased: [], products: products.toSorted() },
    lines: products.map((product_id) => ({ product_id, name: null, quantity: 1, price: null })),
  }));
  await database.insert(order).values(rows);
  await database.transaction((tx) => computeFor(tx, tenantId));
  return count;
}

async function writeFailures(storeId: string, endpointId: string, count: number): Promise<number> {
  const { id: tenantId } = await sandboxOf(storeId);
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `evt_failed${n}`,
    createdAt: new Date(Date.now() - 2 * 86_400_000 - n * 1_000),
  }));
  const type = "order.edited" as const;
  await database.insert(event).values(
    rows.map(({ id, createdAt }) => ({
      tenantId,
      id,
      type,
      createdAt,
      orderId: `ord_${id}`,
      body: JSON.stringify({ ...exampleOf(type), id, created_at: createdAt.toISOString() }),
    })),
  );
  await database.insert(delivery).values(
    rows.map(({ id, createdAt }) => ({
      tenantId,
      id: id.replace("evt", "del"),
      endpointId,
      eventId: id,
      eventType: type,
      createdAt,
      status: "exhausted" as const,
      attempts: 5,
      failures: 5,
      responseCode: 500,
      durationMs: 12,
      error: "The receiver responded with status 500.",
      settledAt: new Date(),
    })),
  );
  return count;
}

async function writeCommissions(storeId: string, count: number): Promise<number> {
  const [{ id: tenantId } = { id: 0 }] = await database
    .select({ id: program.id })
    .from(program)
    .where(and(eq(program.storeId, storeId), eq(program.mode, "sandbox")));
  const numbered = sql`(select n, now() - n * interval '3 minutes' as at, (n::bigint * 7919) % 50000 as amount
    from generate_series(1, ${count}::int) n) as each
    join (select id, row_number() over () as at, count(*) over () as size from affiliate.affiliate
      where tenant_id = ${tenantId} and status = 'active') as one on one.at = 1 + each.n % one.size`;
  await database.execute(sql`
    insert into affiliate.order (tenant_id, id, external_id, order_number, affiliate_id, attributed_at, subtotal, discount,
      tax, shipping, total, currency, line_items, status, day, created_at)
    select ${tenantId}, 'ord_q' || n, 'q' || n, '#Q' || n, one.id, each.at, amount * 10, 0, 0, 0, amount * 10, 'EUR', '[]',
      'paid', each.at::date, each.at from ${numbered}`);
  await database.execute(sql`
    insert into affiliate.commission (tenant_id, id, affiliate_id, order_id, amount, sale_amount, rate, rate_type, currency,
      type, status, eligible_at, flags, day, created_at)
    select ${tenantId}, 'com_q' || n, one.id, 'ord_q' || n, amount, amount * 10, 10, 'percentage', 'EUR', 'sale', 'pending',
      each.at + interval '30 days', case when n % 8 = 0 then '[{"code":"shared_ip","severity":"medium","evidence":{}}]'::jsonb
      else '[]' end, each.at::date, each.at from ${numbered}`);
  await rebuildSums(database, { tenantId, timeZone: "UTC" });
  await database.$client.query("analyze");
  return count;
}

async function ageKeys(storeId: string, days: number): Promise<number> {
  const { id } = await sandboxOf(storeId);
  const { rowCount } = await database.execute(sql`
    update checkout.api_key set watched_since = now() - make_interval(days => ${days}::int) where tenant_id = ${id}`);
  return rowCount ?? 0;
}

/** Signs a person in as the page does, without checking the password, which takes the processor a tenth of a second. */
async function signIn(email: string, userAgent: string): Promise<{ name: string; value: string }> {
  const { authCookies, internalAdapter, secret } = await authContext();
  const found = await internalAdapter.findUserByEmail(email);
  if (!found) throw new Error(`There is no ${email}.`);
  const { token } = await internalAdapter.createSession(found.user.id, false, { ipAddress: "127.0.0.1", userAgent });
  await noteSignIn(email, true);
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return { name: authCookies.sessionToken.name, value: encodeURIComponent(`${token}.${signature}`) };
}

async function run(words: string[]): Promise<unknown> {
  if (words[0] === "sign-in") return signIn(words[1] ?? "", words[2] ?? "");
  if (words[0] === "age-keys") return ageKeys(words[1] ?? "", Number(words[2]));
  if (words[0] === "offers") return writeOffers(words[1] ?? "", Number(words[2] ?? 0));
  if (words[0] === "orders") return writeOrders(words[1] ?? "", words[2]?.split(",") ?? [], Number(words[3]));
  if (words[0] === "failures") return writeFailures(words[1] ?? "", words[2] ?? "", Number(words[3]));
  if (words[0] === "commissions") return writeCommissions(words[1] ?? "", Number(words[2]));
  if (words[0] === "alter") {
    const row = and(eq(audit.storeId, words[1] ?? ""), eq(audit.seq, Number(words[2])));
    // As somebody who owns the table and takes its guard away.
    return database.transaction(async (tx) => {
      await tx.execute("alter table desk.audit disable trigger audit_stays");
      const { rowCount } = await tx.update(audit).set({ actorName: "Nobody" }).where(row);
      await tx.execute("alter table desk.audit enable trigger audit_stays");
      return rowCount;
    });
  }
  const { values, positionals } = readArguments(words);
  const found = commands.find((command) => command.words.every((word, at) => positionals[at] === word));
  if (!found) throw new Error(`There is no command “${positionals.join(" ")}”.`);
  return (await found.run(values, positionals.slice(found.words.length))).result;
}

/** Hashes a password once, which takes as long: the people of the tests have the same few. */
async function hashOnce(): Promise<void> {
  const { password } = await authContext();
  const { hash } = password;
  const hashes = new Map<string, Promise<string>>();
  password.hash = (text) => {
    const known = hashes.get(text) ?? hash(text);
    hashes.set(text, known);
    return known;
  };
}

process.on("message", async ({ id, words }: { id: number; words: string[] }) => {
  try {
    process.send?.({ id, result: await run(words) });
  } catch (cause) {
    process.send?.({ id, error: told(cause) });
  }
});

process.on("disconnect", async () => {
  await database.$client.end();
  await runtime.stop();
  process.exit();
});

/** The message with its reasons: that of a query does not say why it failed. */
function told(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause === undefined ? cause.message : `${cause.message}: ${told(cause.cause)}`;
}
