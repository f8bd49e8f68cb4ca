import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayoutLine } from "../../contract/desk/payouts.ts";
import { payout as payouts } from "../../database/schema/affiliate-money.ts";
import { member, store, user } from "../../database/schema/desk.ts";
import { Ledger } from "../../services/affiliate/ledger.ts";
import { createServices } from "../../services/index.ts";
import { createApiKey, provision } from "../../services/tenants.ts";
import { switchOn } from "../../telemetry.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestDesk } from "../../testing/desk.ts";
import { allScopes, caller } from "../../testing/services.ts";

// The ledger over our own service, which honours Idempotency-Key: in this process in the sandbox, and in live mode over
// a connection that loses responses.

type Mode = "live" | "sandbox";
type Lost = "cut" | "silence" | "html" | null;

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let jobs: { stop(): Promise<void> };
let runDesk: typeof import("../desk/serve.ts").runDesk;
let startJobs: typeof import("../work/jobs/workers.ts").startJobs;
let connections: typeof import("../wire/connections.ts");
let app: ReturnType<typeof createServices>;
/** What happens to the responses of the next payout requests over the connection. */
let lost: Lost[] = [];
let posts = 0;

const wire = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "GET" } = request;
  const body = method === "GET" ? undefined : Buffer.concat(chunks).toString();
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const sent = new Request(`http://wire${request.url}`, { method, headers, ...(body && { body }) });
  const answer = await app.fetch(sent);
  if (method === "POST") {
    posts++;
    const fault = lost.shift();
    if (fault === "cut") return response.socket?.destroy();
    if (fault === "silence") return;
    if (fault === "html") return response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
  }
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
});

beforeAll(async () => {
  await new Promise<void>((resolve) => wire.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
  const limits = "10000,100000,1000000";
  desk = await openTestDesk({
    AFFILIATE_API_URL: `${origin}/services/affiliate/v1`,
    AFFILIATE_API_LIMITS: limits,
    UPSTREAM_TIMEOUT_MS: "500",
    LOG_LEVEL: "silent",
  });
  app = createServices(desk.db, { perSecond: 1e6, perMinute: 1e6, perHour: 1e6 });
  ({ runDesk } = await import("../desk/serve.ts"));
  connections = await import("../wire/connections.ts");
  ({ startJobs } = await import("../work/jobs/workers.ts"));
  jobs = startJobs({ pollMs: 200 });
});
afterAll(async () => {
  await jobs.stop();
  wire.closeAllConnections();
  wire.close();
  await desk.close();
});

const facts = { currency: "EUR", timeZone: "Europe/Berlin" };

async function openShop(mode: Mode, name = "Ann") {
  const key = async (wanted: { store: string; mode?: Mode }) => {
    await provision(desk.db, { storeId: wanted.store, ...facts });
    return createApiKey(desk.db, {
      storeId: wanted.store,
      mode: wanted.mode ?? "live",
      name: "Test",
      scopes: allScopes,
    });
  };
  const call = caller(async (path, init) => app.request(`http://test${path}`, init));
  const visit = async () => new Response();
  const program = await openProgram({ db: desk.db, key, call, visit }, facts.timeZone, mode);
  const id = program.storeId;
  await desk.db.insert(store).values({ id, name: id, ...facts });
  // Each shop has a key of its own, so that no other test uses up its limits.
  const own = await key({ store: id, mode });
  await connections.saveConnection({ storeId: id, mode, api: "affiliate" }, own.key);
  const person = { id: `ann-${id}`, name, email: `ann@${id}.test` };
  await desk.db.insert(user).values(person);
  await desk.db.insert(member).values({ storeId: id, userId: person.id, role: "affiliate_manager" });
  const membership = { person, store: { id, name: id, ...facts }, role: "affiliate_manager" as const };
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  const ask = (name: string, raw: object = {}): Promise<any> =>
    runDesk({ membership, mode }, name.includes(".") ? "payout_files" : "payouts", name.replace(/^.*\./, ""), {
      params: {},
      ...raw,
    });
  const place = { membership, mode, lane: "visible", actor: { kind: "person", id: person.id, name: "Ann" } } as const;
  return { program, ask, place };
}

/** Affiliates with two sales each, and something taken back. */
async function fill(program: Program, count: number) {
  for (let n = 0; n < count; n++) {
    const { id } = await program.affiliate({ payout_method: "paypal", payout_email: `p${n}@example.com` });
    const approved = { status: "approved" } as const;
    for (const amount of [1_000, 250]) await program.insertCommission(id, { ...approved, amount });
    await program.insertCommission(id, { ...approved, amount: -50, type: "clawback" });
    await program.insertCommission(id, { ...approved, amount: 700, eligibleAt: new Date("2999-01-01") });
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>;
type Total = { currency: string; amount: number };

const confirm = ({ ask }: Shop, preview: { hash: string; payable: Total[] }) =>
  ask("confirm", { body: { hash: preview.hash, totals: preview.payable.map(totalOf), reference: "2026-10" } });
const totalOf = ({ currency, amount }: Total) => ({ currency, amount });

const statesOf = async ({ ask }: Shop): Promise<string[]> =>
  (await ask("list", { query: {} })).data.map(({ state }: { state: string }) => state);

async function paid({ tenantId }: Program) {
  const { rows } = await desk.db.execute(sql`
    select count(*)::int as payouts, sum(amount)::int as amount from affiliate.payout where tenant_id = ${tenantId}`);
  const { rows: doubled } = await desk.db.execute(sql`
    select commission_id from affiliate.payout_commission where tenant_id = ${tenantId} group by 1 having count(*) > 1`);
  return { ...rows[0], doubled: doubled.length };
}

test("a preview takes one call for all that is owed, and equals the one from the lists", async () => {
  const shop = await openShop("sandbox");
  await fill(shop.program, 3);
  const { data } = await shop.program.call("GET", "/affiliates").then(({ body }) => body);
  const [first, second] = data.map(({ id }: { id: string }) => id);
  for (const [affiliate_id, status] of [
    [first, "paid"],
    [second, "failed"],
  ]) {
    const made = await shop.program.call("POST", "/payouts", {
      body: { affiliate_id, amount: 1_200, currency: "EUR" },
    });
    await shop.program.call("PUT", `/payouts/${made.body.id}`, { body: { status } });
  }
  await shop.program.insertCommission(first, { status: "approved", amount: 4_000 });
  const { readFacts, readOwed } = await import("./read-owed.ts");
  const { linesOf } = await import("./lines.ts");
  const { readOurs } = await import("./preview.ts");
  for (const asked of [null, [second]]) {
    const now = Date.now();
    const [lists, owed] = [await readFacts(shop.place, asked), await readOwed(shop.place, asked)];
    const lines = linesOf(owed, await readOurs(shop.place, owed), now);
    expect(lines).toEqual(linesOf(lists, await readOurs(shop.place, lists), now));
    expect(lines.map(({ state, amount }) => `${state} ${amount}`).sort()).toEqual(
      asked ? ["payable 1200"] : ["payable 1200", "payable 1200", "payable 4000"],
    );
  }
  const timed: string[] = [];
  switchOn({ meter: { count() {}, seconds: (name) => timed.push(name) } });
  await shop.ask("preview", { body: {} });
  expect(timed.filter((name) => name === "cartwright_upstream_seconds")).toHaveLength(1);
});

test("a payout that a person named Cartwright settles is recorded as that person's deed, and not once more as Cartwright's", async () => {
  const shop = await openShop("sandbox", "Cartwright");
  await fill(shop.program, 1);
  await confirm(shop, await shop.ask("preview", { body: {} }));
  await expect.poll(() => statesOf(shop), { timeout: 10_000 }).toEqual(["made"]);
  const [{ id, payout_id }] = (await shop.ask("list", { query: {} })).data;
  const { storeId } = shop.program;
  await desk.db.execute(sql`update desk.payout set state = 'unknown', payout_id = null where store_id = ${storeId}`);
  await desk.db.execute(sql`
    update desk.job_item set state = 'unknown' where job_id = (select batch from desk.payout where store_id = ${storeId})`);
  const made = await shop.ask("made", { params: { id }, body: { payout_id, reason: "Seen at the bank." } });
  expect(made).toMatchObject({ state: "made", settled_by: "Cartwright" });
  const { rows } = await desk.db.execute(sql`
    select operation, actor_kind from desk.audit where store_id = ${storeId} and record_id = ${id}`);
  expect(rows).not.toContainEqual(expect.objectContaining({ operation: "settle" }));
});

test("amounts to pay, blocked and left out add up to the amount owed, less payouts in progress", async () => {
  const shop = await openShop("sandbox");
  await fill(shop.program, 2);
  const approved = { status: "approved" } as const;
  const { id: low } = await shop.program.affiliate({ minimum_payout: 5_000 });
  await shop.program.insertCommission(low, { ...approved, amount: 900 });
  const { id: debtor } = await shop.program.affiliate({ payout_method: "paypal" });
  await shop.program.insertCommission(debtor, { ...approved, amount: -300, type: "clawback" });
  const { data } = await shop.program.call("GET", "/affiliates").then(({ body }) => body);
  const { id: paying } = data.find(({ unpaid_balance }: { unpaid_balance: number }) => unpaid_balance === 1_900);
  const open = { affiliate_id: paying, amount: 1_200, currency: "EUR" };
  expect((await shop.program.call("POST", "/payouts", { body: open })).status).toBe(201);
  const { payable, blocked, excluded } = await shop.ask("preview", { body: {} });
  expect(blocked).toMatchObject([{ amount: 600, payouts: 2 }]);
  const sum = [...payable, ...blocked, ...excluded].reduce((all: number, { amount }: Total) => all + amount, 0);
  const { body } = await shop.program.call("GET", "/analytics/summary");
  expect(body.data.totals[0].unpaid_balance - 1_200).toBe(sum);
});

test("a payout below the minimum of its currency is left out, whatever the affiliate's own currency is", async () => {
  const shop = await openShop("sandbox");
  const minimum_payouts = [{ currency: "USD", amount: 500 }];
  await shop.program.call("PATCH", "/program", { body: { minimum_payout: 500, minimum_payouts } });
  const details = { payout_method: "paypal", payout_email: "mira@example.com" };
  const { id } = await shop.program.affiliate({ ...details, currency: "USD" });
  for (const currency of ["EUR", "USD", "GBP"]) {
    await shop.program.insertCommission(id, { status: "approved", amount: 159, currency });
  }
  const { lines } = await shop.ask("preview", { body: {} });
  const stateOf = ({ currency, state, excluded }: PayoutLine) => [currency, state, excluded.map(({ code }) => code)];
  expect(lines.map(stateOf)).toEqual([
    ["EUR", "excluded", ["under_minimum"]],
    ["GBP", "payable", []],
    ["USD", "excluded", ["under_minimum"]],
  ]);
});

test("some affiliates can be paid at a time if the lists are too long to be read as a whole", {
  tags: "long",
  timeout: 60_000,
}, async () => {
  const shop = await openShop("sandbox");
  await fill(shop.program, 2);
  const { data: due } = await shop.program.call("GET", "/affiliates").then(({ body }) => body);
  const { id: other } = await shop.program.affiliate();
  const { tenantId } = shop.program;
  await desk.db.execute(sql`
    insert into affiliate.payout (tenant_id, id, affiliate_id, amount, currency, status)
    select ${tenantId}, 'po_' || n, ${other}, 100, 'EUR', 'paid' from generate_series(1, 30001) n`);
  const rows = await desk.db.select().from(payouts).where(eq(payouts.tenantId, tenantId));
  await desk.db.transaction(async (tx) => {
    const ledger = new Ledger({ timeZone: facts.timeZone });
    for (const row of rows) ledger.payout(null, row);
    await ledger.write(tx, tenantId);
  });
  expect(await shop.ask("preview", { body: {} })).toMatchObject({ complete: false });
  const affiliates = due.map(({ id }: { id: string }) => id);
  const preview = await shop.ask("preview", { body: { affiliates } });
  expect(preview).toMatchObject({ complete: true, payable: [{ currency: "EUR", amount: 2_400, payouts: 2 }] });
  await confirm(shop, preview);
  const states = async () => (await shop.ask("counts")).states;
  await expect.poll(states, { timeout: 30_000 }).toMatchObject({ made: 2, unknown: 0, waiting: 0 });
});

describe.each(["sandbox", "live"] as const)("in %s", (mode) => {
  test("commissions that are due are paid once, and those on hold stay unpaid", async () => {
    lost = mode === "live" ? ["cut", "silence", "html"] : [];
    posts = 0;
    const shop = await openShop(mode);
    await fill(shop.program, 4);
    const preview = await shop.ask("preview", { body: {} });
    expect(preview).toMatchObject({ complete: true, payable: [{ currency: "EUR", amount: 4_800, payouts: 4 }] });
    expect(preview.excluded).toMatchObject([{ amount: 2_800, commissions: 4 }]);
    await confirm(shop, preview);
    const states = async () => (await shop.ask("counts")).states;
    await expect.poll(states, { timeout: 30_000 }).toMatchObject({ made: 4, unknown: 0, waiting: 0 });
    expect(await paid(shop.program)).toEqual({ payouts: 4, amount: 4_800, doubled: 0 });
    if (mode === "live") expect([posts, lost]).toEqual([4, []]);
    const { data } = await shop.ask("list", { query: {} });
    for (const row of data)
      expect(row).toMatchObject({ state: "made", drift: null, payout_status: "pending", attempts: 1 });
    const account = await shop.ask("account", { params: { id: data[0].affiliate_id } });
    expect(account.currencies).toMatchObject([
      { approved: { amount: 1_950 }, clawed_back: { amount: 50 }, paid: { amount: 1_200 }, owed: 700, drift: 0 },
    ]);
    expect((await shop.ask("preview", { body: {} })).payable).toEqual([]);
  }, 60_000);

  test("a payout that the service refuses is not made, and its commissions stay free", async () => {
    const shop = await openShop(mode);
    const { ask, program } = shop;
    const { id } = await program.affiliate({ payout_method: "paypal", payout_email: "p@example.com" });
    const sale = await program.insertCommission(id, { status: "approved" });
    const preview = await ask("preview", { body: {} });
    await jobs.stop();
    await confirm(shop, preview);
    // A part is refunded after the confirmation has read the lists, and before the call.
    await program.change("commission", sale, { amount: 400 });
    jobs = startJobs({ pollMs: 200 });
    await expect.poll(() => statesOf(shop), { timeout: 10_000 }).toEqual(["failed"]);
    const next = await ask("preview", { body: {} });
    expect(next.payable).toMatchObject([{ amount: 400 }]);
    await confirm(shop, next);
    await expect.poll(() => statesOf(shop), { timeout: 10_000 }).toEqual(["made", "failed"]);
    expect(await paid(program)).toEqual({ payouts: 1, amount: 400, doubled: 0 });
  });

  test("a payout made elsewhere meanwhile counts as made, and releases its commissions if it fails later", async () => {
    const shop = await openShop(mode);
    const { program, ask } = shop;
    await fill(program, 1);
    const preview = await ask("preview", { body: {} });
    const [line] = preview.lines;
    await jobs.stop();
    await confirm(shop, preview);
    const elsewhere = await program.call("POST", "/payouts", {
      body: { affiliate_id: line.affiliate_id, amount: 1_200, currency: "EUR", commission_ids: line.commission_ids },
    });
    jobs = startJobs({ pollMs: 200 });
    await expect.poll(() => statesOf(shop), { timeout: 10_000 }).toEqual(["made"]);
    const [row] = (await ask("list", { query: {} })).data;
    expect(row).toMatchObject({ payout_id: elsewhere.body.id, settled_by: "Cartwright" });
    expect(await paid(program)).toMatchObject({ payouts: 1, doubled: 0 });
    const failed = { status: "failed", failure_reason: "Account closed" };
    await program.call("PUT", `/payouts/${elsewhere.body.id}`, { body: failed });
    const { currencies } = await ask("account", { params: { id: line.affiliate_id } });
    expect(currencies).toMatchObject([{ paid: { amount: 0 }, drift: 0 }]);
    const next = await ask("preview", { body: { affiliates: [line.affiliate_id] } });
    expect(next.lines).toMatchObject([{ state: "payable", amount: 1_200 }]);
    expect((await ask("list", { query: {} })).data).toMatchObject([{ state: "returned", message: "Account closed" }]);
    await confirm(shop, next);
    await expect.poll(() => statesOf(shop), { timeout: 10_000 }).toEqual(["made", "returned"]);
  });
});

test("a payout that the bank returned is named before the next one, until its details change", async () => {
  lost = [];
  const shop = await openShop("sandbox");
  const { program, ask } = shop;
  const { storeId } = program;
  const { saveDetails } = await import("./details.ts");
  const warnings = async (affiliateId: string) => {
    const { lines } = await ask("preview", { body: { affiliates: [affiliateId] } });
    return lines[0].warnings;
  };
  const returned = async (affiliateId: string) => {
    await program.insertCommission(affiliateId, { status: "approved", amount: 900 });
    await confirm(shop, await ask("preview", { body: { affiliates: [affiliateId] } }));
    await expect.poll(() => statesOf(shop), { timeout: 10_000 }).not.toContain("waiting");
    await expect.poll(() => statesOf(shop), { timeout: 10_000 }).not.toContain("sending");
    const [{ payout_id: id }] = (await ask("list", { query: { affiliate: affiliateId } })).data;
    const returned_at = new Date().toISOString();
    await program.call("PUT", `/payouts/${id}`, { body: { status: "paid" } });
    await program.call("PUT", `/payouts/${id}`, { body: { status: "failed", returned_at } });
    return { code: "returned", payout: id, at: returned_at };
  };
  const { id: banked } = await program.affiliate({ payout_method: "bank_transfer" });
  const place = { storeId, mode: "sandbox", affiliateId: banked } as const;
  const details = { kind: "iban", holder: "Mira", iban: "DE89370400440532013000" } as const;
  await saveDetails(place, details, { by: "Ann", confirmed: true });
  const warning = await returned(banked);
  expect(await warnings(banked)).toEqual([warning]);
  await saveDetails(place, { ...details, iban: "DE02120300000000202051" }, { by: "Mira", confirmed: true });
  expect(await warnings(banked)).toEqual([{ code: "method_changed", was: null, now: "DE02 •••• 2051" }]);

  const paypal = { payout_method: "paypal", payout_email: "old@example.com" };
  const { id: mailed } = await program.affiliate(paypal);
  const other = await returned(mailed);
  expect(await warnings(mailed)).toEqual([other]);
  await program.call("PUT", `/affiliates/${mailed}`, { body: { payout_email: "new@example.com" } });
  const change = { code: "method_changed", was: "old@example.com", now: "new@example.com" };
  expect(await warnings(mailed)).toEqual([change]);
  await confirm(shop, await ask("preview", { body: { affiliates: [mailed] } }));
  await expect.poll(() => statesOf(shop), { timeout: 10_000 }).toContain("made");
  await program.insertCommission(mailed, { status: "approved", amount: 500 });
  expect(await warnings(mailed)).toEqual([]);
});

test("a payout proves its sum, and a provider's file shows its outcome before it is applied", async () => {
  lost = [];
  const shop = await openShop("sandbox");
  await fill(shop.program, 3);
  await confirm(shop, await shop.ask("preview", { body: {} }));
  await expect.poll(() => statesOf(shop), { timeout: 10_000 }).toEqual(["made", "made", "made"]);
  const { data, totals } = await shop.ask("list", { query: {} });
  expect(totals).toEqual([{ currency: "EUR", amount: 3_600, payouts: 3 }]);
  const [one, two, three] = data;
  const proof = await shop.ask("proof", { params: { id: one.payout_id } });
  expect(proof).toMatchObject({ amount: 1_200, sum: 1_200, drift: 0, told_by: "api", entry: { id: one.id } });
  expect(proof.commissions.map(({ amount }: Total) => amount).sort((a: number, b: number) => a - b)).toEqual([
    -50, 250, 1_000,
  ]);

  const csv = [
    "Reference ID,Status,Amount,Currency",
    `${one.payout_id},Completed,-12.00,EUR`,
    // This line names the mark that the payout was sent with.
    `${two.id} 2026-10,Returned,12,EUR`,
    `${one.payout_id},Completed,12.00,EUR`,
    `${three.payout_id},Completed,12.01,EUR`,
    "po_gone,Completed,1.00,EUR",
  ].join("\n");
  const looked = await shop.ask("files.match", { body: { text: csv } });
  expect(looked.lines.map(({ problem }: { problem: string | null }) => problem)).toEqual([
    null,
    null,
    "twice",
    "other_amount",
    "not_found",
  ]);
  expect(looked.totals).toEqual([
    { becomes: "failed", currency: "EUR", amount: 1_200, payouts: 1 },
    { becomes: "paid", currency: "EUR", amount: 1_200, payouts: 1 },
  ]);
  const statusOf = async (id: string) => (await shop.program.call("GET", `/payouts/${id}`)).body.status;
  expect(await statusOf(one.payout_id)).toBe("pending");
  await shop.ask("files.apply", { body: { text: csv } });
  await expect.poll(() => statusOf(one.payout_id), { timeout: 10_000 }).toBe("paid");
  await expect.poll(() => statusOf(two.payout_id), { timeout: 10_000 }).toBe("failed");
  expect(await statusOf(three.payout_id)).toBe("pending");
  const again = await shop.ask("files.match", { body: { text: csv } });
  expect(again.lines[0].problem).toBe("already");
  await expect(shop.ask("files.apply", { body: { text: csv } })).rejects.toMatchObject({ status: 400 });
});
