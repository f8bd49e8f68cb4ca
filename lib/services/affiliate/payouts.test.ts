import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { log } from "../../log.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { inGerman } from "../../testing/in-german.ts";
import { openKiller } from "../../testing/killer.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { pruneIdempotency } from "../kernel/idempotency.ts";
import type { CommissionRow } from "./sums-of-records.ts";

let services: TestServices;
let program: Program;

beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
});
afterAll(() => services.close());

const approved = (affiliateId: string, more: Partial<CommissionRow> = {}) =>
  program.insertCommission(affiliateId, { status: "approved", ...more });
const pay = (body: object, key?: string) =>
  program.call("POST", "/payouts", { body, ...(key !== undefined && { headers: { "idempotency-key": key } }) });
const settle = (id: string, body: object) => program.call("PUT", `/payouts/${id}`, { body });
const read = async (path: string) => (await program.call("GET", path)).body;
const balance = async (affiliateId: string) => (await read(`/affiliates/${affiliateId}`)).balances[0];
const payoutsOf = async (affiliateId: string) => {
  const { rows } = await services.db.execute(sql`
    select id from affiliate.payout where tenant_id = ${program.tenantId} and affiliate_id = ${affiliateId}`);
  return rows.length;
};

/** Creates an affiliate with two payable commissions, and the draft of a payout of both. */
async function ready() {
  const { id } = await program.affiliate({ payout_method: "paypal" });
  const [a, b] = [await approved(id, { amount: 700 }), await approved(id, { amount: 300 })];
  return { id, a, b, draft: { affiliate_id: id, amount: 1_000, currency: "EUR", commission_ids: [a.id, b.id] } };
}

describe("a payout", () => {
  test("a payout reserves the commissions that it names", async () => {
    const { id, a, b, draft } = await ready();
    const told = { reference: "2026-03", note: "March", period_start: "2026-03-01", period_end: "2026-03-31" };
    const { status, body } = await pay({ ...draft, ...told });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...draft, ...told, status: "pending", method: "paypal", paid_at: null });
    expect(await read(`/payouts/${body.id}`)).toEqual(body);
    for (const { id } of [a, b]) expect(await read(`/commissions/${id}`)).toMatchObject({ payout_id: body.id });
    expect(await balance(id)).toMatchObject({ reserved: 1_000, unpaid_balance: 1_000, paid_commissions: 0 });
  });

  test("a payout has its own commissions, even if another store has a payout of the same ID", async () => {
    const { id, a, draft } = await ready();
    const { body } = await pay(draft);
    await services.key({ store: "other" });
    const others = sql`(select id from affiliate.tenant where store_id = 'other' and mode = 'live')`;
    const copy = (table: string, key: string, value: string, more = {}) =>
      services.db.execute(sql`
        insert into ${sql.raw(`affiliate.${table}`)}
        select copied.* from ${sql.raw(`affiliate.${table}`)} row,
          jsonb_populate_record(row, jsonb_build_object('tenant_id', ${others}) || ${JSON.stringify(more)}::jsonb) copied
        where row.tenant_id = ${program.tenantId} and row.${sql.raw(key)} = ${value}`);
    await copy("affiliate", "id", id);
    await copy("commission", "id", a.id, { id: "com_of_another_store" });
    await copy("payout", "id", body.id);
    await copy("payout_commission", "commission_id", a.id, { commission_id: "com_of_another_store" });
    expect(await read(`/payouts/${body.id}`)).toEqual(body);
    expect((await read(`/payouts?affiliate_id=${id}`)).data).toEqual([body]);
  });

  test("a payout takes clawbacks into account", async () => {
    const { id, draft } = await ready();
    const clawback = await approved(id, { amount: -250, type: "clawback" });
    const commission_ids = [...draft.commission_ids, clawback.id];
    expect((await pay({ ...draft, amount: 750, commission_ids })).status).toBe(201);
    expect(await balance(id)).toMatchObject({ unpaid_balance: 750, reserved: 750 });
  });

  test("a payout without named commissions takes all payable commissions, if they add up to its amount", async () => {
    const { id, a, b, draft } = await ready();
    const { commission_ids: _, ...manual } = draft;
    await approved(id, { amount: 50, eligibleAt: new Date(Date.now() + 3_600_000) });
    await approved(id, { amount: 60, currency: "USD" });
    await program.insertCommission(id, { amount: 70 });
    const refused = await pay({ ...manual, amount: 999 });
    expect(refused.status).toBe(400);
    expect(unkeyed(refused.body.error.details)).toEqual([
      { field: "amount", message: expect.stringContaining("Must be 10.00 EUR, the sum of") },
    ]);
    const { status, body } = await pay(manual);
    expect(status).toBe(201);
    expect(body.commission_ids).toEqual([a.id, b.id].sort());
    expect((await pay(manual)).status).toBe(400);
  });

  test("a payout whose commissions do not add up is refused, and the message has their sum", async () => {
    const { id, draft } = await ready();
    const { status, body } = await pay({ ...draft, amount: 1_001 });
    expect(status).toBe(400);
    const message = expect.stringContaining("Must be 10.00 EUR");
    expect(body.error).toMatchObject({ code: "invalid_request", details: [{ field: "amount", message }] });
    expect(inGerman(body.error.details[0])).toBe("Muss 10.00 EUR sein, die Summe der 2 Provisionen.");
    const one = await pay({ ...draft, amount: 1_001, commission_ids: draft.commission_ids.slice(0, 1) });
    expect(inGerman(one.body.error.details[0])).toMatch(/^Muss [\d.]+ EUR sein, der Betrag der Provision\.$/);
    expect(await balance(id)).toMatchObject({ reserved: 0 });
  });

  test("a payout of another currency, of another affiliate's commissions or of no affiliate is refused, and the field is named", async () => {
    const { draft, a } = await ready();
    const usd = await pay({ ...draft, currency: "USD" });
    expect(usd.status).toBe(400);
    expect(usd.body.error.details).toHaveLength(2);
    expect(usd.body.error.message).toContain("EUR");
    expect(inGerman(usd.body.error.details[0])).toBe(`Provision ${a.id} ist in EUR, die Auszahlung aber in USD.`);
    const other = await program.affiliate();
    const foreign = await pay({ ...draft, affiliate_id: other.id, amount: 700, commission_ids: [a.id] });
    expect(foreign).toMatchObject({ status: 400, body: { error: { details: [{ field: "commission_ids.0" }] } } });
    expect(inGerman(foreign.body.error.details[0])).toBe(`Der Affiliate hat keine Provision ${a.id}.`);
    expect((await pay({ ...draft, commission_ids: [a.id, "com_none"] })).status).toBe(400);
    const nobody = await pay({ ...draft, affiliate_id: "aff_none" });
    expect(nobody).toMatchObject({ status: 400, body: { error: { details: [{ field: "affiliate_id" }] } } });
  });

  test.each([
    ["pending", { status: "pending" }],
    ["rejected", { status: "rejected" }],
    ["on hold", { status: "approved", eligibleAt: new Date(Date.now() + 60_000) }],
  ] as const)("a payout of a commission that is %s is refused, and the commission is named", async (word, more) => {
    const { id, a, draft } = await ready();
    const bad = await program.insertCommission(id, { amount: 5, ...more });
    const { status, body } = await pay({ ...draft, amount: 705, commission_ids: [a.id, bad.id] });
    expect(status).toBe(409);
    expect(body.error.code).toBe("commissions_not_payable");
    expect(unkeyed(body.error.details)).toEqual([
      { field: "commission_ids", message: expect.stringContaining(bad.id) },
    ]);
    expect(body.error.details[0].message).toContain(word);
    expect(inGerman(body.error)).toMatch(
      new RegExp(`^Die Provisionen können nicht ausgezahlt werden: Provision ${bad.id} (hat den Status|ist bis)`),
    );
  });
});

describe("a payout by hand", () => {
  const byHand = { amount: 5_000, currency: "EUR", commission_ids: [], note: "For the photos." };

  test("a payout by hand pays a bonus of any amount with an adjustment, and leaves the amount owed as it was", async () => {
    const { id } = await ready();
    const { status, body } = await pay({ ...byHand, affiliate_id: id });
    expect(status).toBe(201);
    expect(await read(`/commissions/${body.commission_ids[0]}`)).toMatchObject({
      type: "adjustment",
      status: "approved",
      amount: 5_000,
      order_id: null,
      note: "For the photos.",
      payout_id: body.id,
    });
    expect(await balance(id)).toMatchObject({ unpaid_balance: 6_000, reserved: 5_000, approved_commissions: 6_000 });
    await settle(body.id, { status: "paid" });
    expect(await balance(id)).toMatchObject({ unpaid_balance: 1_000, reserved: 0, paid_commissions: 5_000 });
  });

  test("a payout by hand pays an advance, which later commissions must earn first", async () => {
    const { id } = await ready();
    const { body } = await pay({ ...byHand, affiliate_id: id, adjustment: "advance" });
    await settle(body.id, { status: "paid" });
    expect(await balance(id)).toMatchObject({ unpaid_balance: -4_000, clawed_back: 5_000, paid_commissions: 5_000 });
    const { commissions } = await read("/payouts/owed");
    const own = commissions.filter((row: { affiliate_id: string }) => row.affiliate_id === id);
    expect(own.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(-4_000);
  });

  test("a payout by hand that is cancelled owes nothing, and one that fails still owes the bonus", async () => {
    for (const [status, adjustment, owed] of [
      ["cancelled", "bonus", 1_000],
      ["cancelled", "advance", 1_000],
      ["failed", "bonus", 6_000],
      ["failed", "advance", 1_000],
    ]) {
      const { id } = await ready();
      const { body } = await pay({ ...byHand, affiliate_id: id, adjustment });
      await settle(body.id, { status });
      expect([status, adjustment, await balance(id)]).toMatchObject([
        status,
        adjustment,
        { unpaid_balance: owed, reserved: 0 },
      ]);
    }
  });

  test("a payout by hand without a note is refused, and so is a kind of adjustment beside named commissions", async () => {
    const { id, draft } = await ready();
    const { note: _, ...silent } = byHand;
    const refused = async (body: object) => (await pay({ affiliate_id: id, ...body })).body.error.details;
    expect(unkeyed(await refused(silent))).toEqual([{ field: "note", message: "This field is required." }]);
    expect(unkeyed(await refused({ ...draft, adjustment: "bonus" }))).toEqual([
      { field: "adjustment", message: "Only a payout with an empty list of commissions can have this value." },
    ]);
    expect(await payoutsOf(id)).toBe(0);
  });
});

describe("the list of owed commissions", () => {
  test("the list of owed commissions has every approved commission that is in no payout, with its affiliate and the affiliate's earlier payouts", async () => {
    const { id, a, b, draft } = await ready();
    const clawback = await approved(id, { amount: -250, type: "clawback" });
    const held = await approved(id, { amount: 50, eligibleAt: new Date(Date.now() + 3_600_000) });
    await program.insertCommission(id, { amount: 70 });
    await program.insertCommission(id, { amount: 80, status: "rejected" });
    const ofThem = async () => {
      const { complete, commissions, payouts, affiliates } = await read("/payouts/owed");
      expect(complete).toBe(true);
      const own = ({ affiliate_id }: { affiliate_id: string }) => affiliate_id === id;
      return {
        commissions: commissions.filter(own).map((row: { id: string }) => row.id),
        payouts: payouts.filter(own),
        affiliates: affiliates.filter((row: { id: string }) => row.id === id),
      };
    };
    const before = await ofThem();
    expect(before.commissions.sort()).toEqual([a, b, clawback, held].map((row) => row.id).sort());
    expect(before.payouts).toEqual([]);
    const { email, payout_method, minimum_payout } = await read(`/affiliates/${id}`);
    expect(before.affiliates).toEqual([expect.objectContaining({ id, email, payout_method, minimum_payout })]);

    const made = (await pay(draft)).body;
    expect(await ofThem()).toMatchObject({
      commissions: expect.arrayContaining([clawback.id, held.id]),
      payouts: [made],
    });
    await settle(made.id, { status: "failed" });
    expect((await ofThem()).commissions).toHaveLength(4);
  });

  test("the list of owed commissions shows a commission as the list of commissions does", async () => {
    const { a } = await ready();
    const { commissions } = await read("/payouts/owed");
    const told = commissions.find(({ id }: { id: string }) => id === a.id);
    expect(await read(`/commissions/${a.id}`)).toMatchObject(told);
  });

  test("the list of owed commissions is marked incomplete and empty if it is too long for one response", async () => {
    const { id } = await ready();
    await services.db.execute(sql`
      insert into affiliate.commission (tenant_id, id, affiliate_id, amount, currency, type, status, eligible_at, day)
      select ${program.tenantId}, 'com_many_' || n, ${id}, 1, 'EUR', 'bonus', 'approved', now(), current_date
      from generate_series(1, 8001) n`);
    expect(await read("/payouts/owed")).toEqual({ complete: false, commissions: [], payouts: [], affiliates: [] });
    await services.db.execute(sql`
      delete from affiliate.commission where tenant_id = ${program.tenantId} and id like 'com_many_%'`);
  });
});

describe("the settlement of a payout", () => {
  test("the settlement of a payout as paid, directly or after processing, is final and counts as paid", async () => {
    for (const steps of [["paid"], ["processing", "paid"]]) {
      const { id, draft } = await ready();
      const made = await pay(draft);
      let last = made;
      for (const status of steps) last = await settle(made.body.id, { status, reference: `to ${status}` });
      expect(last.body).toMatchObject({
        status: "paid",
        reference: "to paid",
        commission_ids: made.body.commission_ids,
      });
      expect(last.body.paid_at).not.toBeNull();
      expect(await balance(id)).toMatchObject({ reserved: 0, paid_commissions: 1_000, unpaid_balance: 0 });
      for (const status of ["processing", "paid", "failed", "cancelled"]) {
        const again = await settle(made.body.id, { status });
        expect(again).toMatchObject({ status: 409, body: { error: { code: "invalid_transition" } } });
      }
      expect(await read(`/payouts/${made.body.id}`)).toEqual(last.body);
      expect((await pay(draft)).status).toBe(409);
    }
  });

  test.each(["failed", "cancelled"])("as %s releases the commissions for another payout", async (status) => {
    const { id, a, draft } = await ready();
    const made = await pay(draft);
    await settle(made.body.id, { status: "processing" });
    const why = status === "failed" ? { failure_reason: "Account closed." } : {};
    const { body } = await settle(made.body.id, { status, ...why });
    expect(body).toMatchObject({ status, ...why, commission_ids: made.body.commission_ids });
    expect(await read(`/commissions/${a.id}`)).toMatchObject({ payout_id: null });
    expect(await balance(id)).toMatchObject({ reserved: 0, unpaid_balance: 1_000 });
    expect((await settle(made.body.id, { status: "paid" })).status).toBe(409);
    expect((await pay(draft)).status).toBe(201);
  });

  test("the settlement of a payout as paid ends only if the bank returns the money, which is then owed again", async () => {
    const { id, draft } = await ready();
    const { body } = await pay(draft);
    const returned_at = "2026-11-20T12:00:00.000Z";
    const back = { status: "failed", failure_reason: "Account closed.", returned_at };
    await settle(body.id, { status: "paid" });
    expect((await settle(body.id, { status: "cancelled", returned_at })).status).toBe(400);
    const ahead = { ...back, returned_at: new Date(Date.now() + 3 * 86_400_000).toJSON() };
    expect((await settle(body.id, ahead)).body.error.details).toMatchObject([{ field: "returned_at" }]);
    const answers = await Promise.all([1, 2, 3].map(() => settle(body.id, back)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await read(`/payouts/${body.id}`)).toMatchObject({ ...back, paid_at: expect.any(String) });
    expect(await balance(id)).toMatchObject({ reserved: 0, paid_commissions: 0, unpaid_balance: 1_000 });
    expect((await settle(body.id, { status: "paid" })).status).toBe(409);
    const again = await pay(draft);
    expect(again.status).toBe(201);
    // A day is sent as its noon, which may not have been yet.
    await settle(again.body.id, { status: "paid" });
    await settle(again.body.id, { ...back, returned_at: new Date(Date.now() + 36_000_000).toISOString() });
    const { returned_at: at } = await read(`/payouts/${again.body.id}`);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
  });

  test("succeeds once, even with many callers at once", async () => {
    const { id, draft } = await ready();
    const { body } = await pay(draft);
    const words = ["paid", "failed", "cancelled"];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => settle(body.id, { status: words[n % words.length] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)]);
    const paid = answers.find(({ status }) => status === 200)?.body.status === "paid" ? 1_000 : 0;
    expect(await balance(id)).toMatchObject({ reserved: 0, paid_commissions: paid, unpaid_balance: 1_000 - paid });
  });

  test("the settlement of a payout of an unknown payout is 404", async () => {
    expect((await settle("pay_none", { status: "paid" })).status).toBe(404);
  });
});

describe("an Idempotency-Key", () => {
  test("an Idempotency-Key repeats the response, even after the payout has changed", async () => {
    const { id, draft } = await ready();
    const first = await pay(draft, "march-1");
    await settle(first.body.id, { status: "paid" });
    const again = await pay(draft, "march-1");
    expect([again.status, JSON.stringify(again.body)]).toEqual([201, JSON.stringify(first.body)]);
    expect(await payoutsOf(id)).toBe(1);
  });

  test("an Idempotency-Key repeats a refusal", async () => {
    const { id } = await ready();
    const draft = { affiliate_id: id, amount: 1_005, currency: "EUR" };
    const first = await pay(draft, "refused");
    await approved(id, { amount: 5 });
    const again = await pay(draft, "refused");
    expect([again.status, JSON.stringify(again.body)]).toEqual([400, JSON.stringify(first.body)]);
    expect(await payoutsOf(id)).toBe(0);
    expect((await pay(draft, "another")).status).toBe(201);
  });

  test("an Idempotency-Key is refused with another body, and can be used by another store", async () => {
    const { draft } = await ready();
    await pay(draft, "mine");
    const other = await pay({ ...draft, note: "Once more." }, "mine");
    expect(other).toMatchObject({ status: 409, body: { error: { code: "idempotency_key_reused" } } });
    const place = await openProgram(services);
    const { id } = await place.affiliate();
    await place.insertCommission(id, { status: "approved" });
    const body = { affiliate_id: id, amount: 1_000, currency: "EUR" };
    const theirs = await place.call("POST", "/payouts", { body, headers: { "idempotency-key": "mine" } });
    expect(theirs.status).toBe(201);
  });

  test.each(["", "with space", "x".repeat(256)])(
    "an Idempotency-Key with an invalid value (%j) is refused",
    async (key) => {
      const { draft } = await ready();
      expect((await pay(draft, key)).status).toBe(400);
    },
  );

  test("an Idempotency-Key is kept for 72 hours", async () => {
    const { draft } = await ready();
    const { body } = await pay(draft, "old");
    const age = (hours: number) =>
      services.db.execute(sql`
        update affiliate.idempotency set created_at = now() - make_interval(hours => ${hours}::int) where key = 'old'`);
    await age(71);
    await pruneIdempotency(services.db);
    expect((await pay(draft, "old")).body.id).toBe(body.id);
    await age(73);
    expect(await pruneIdempotency(services.db)).toBe(1);
    expect((await pay(draft, "old")).status).toBe(409);
  });
});

describe("a storm of payouts", () => {
  test("a storm of payouts with 50 identical requests and one key makes one payout", async () => {
    const { id, draft } = await ready();
    const processes = [services.call, services.another()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const headers = { "idempotency-key": "storm" };
        return processes[n % 2]?.("POST", "/affiliate/v1/payouts", { key: program.key, body: draft, headers });
      }),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(Array(50).fill(201));
    expect(new Set(answers.map((answer) => JSON.stringify(answer?.body))).size).toBe(1);
    expect(await payoutsOf(id)).toBe(1);
    expect(await balance(id)).toMatchObject({ reserved: 1_000, unpaid_balance: 1_000 });
  });

  test("a storm of payouts whose responses are lost makes one payout, which a repeated request with the key returns", async () => {
    const { id, draft } = await ready();
    log.level = "silent";
    const { kill, close } = openKiller(services.url);
    const kills: Promise<number>[] = [];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        if (n % 10 === 5) kills.push(kill());
        return pay(draft, "lost");
      }),
    );
    const killed = (await Promise.all(kills)).reduce((sum, count) => sum + count, 0);
    await close();
    const last = await pay(draft, "lost");
    expect(last.status).toBe(201);
    for (const answer of answers) if (answer.status === 201) expect(answer.body).toEqual(last.body);
    expect(killed).toBeGreaterThan(0);
    expect(await payoutsOf(id)).toBe(1);
    expect(await balance(id)).toMatchObject({ reserved: 1_000 });
  });

  test("a storm of payouts with one commission in common lets one payout win, and the refusals name that commission", async () => {
    const { id } = await program.affiliate();
    const common = await approved(id, { amount: 100 });
    const own = await Promise.all(Array.from({ length: 50 }, () => approved(id, { amount: 10 })));
    const answers = await Promise.all(
      own.map((row, n) => {
        const commission_ids = n % 2 ? [common.id, row.id] : [row.id, common.id];
        return pay({ affiliate_id: id, amount: 110, currency: "EUR", commission_ids }, `storm-${n}`);
      }),
    );
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !won.includes(answer))) {
      expect([status, body.error.code]).toEqual([409, "commissions_not_payable"]);
      expect(unkeyed(body.error.details)).toEqual([
        { field: "commission_ids", message: expect.stringContaining(common.id) },
      ]);
    }
    expect(await payoutsOf(id)).toBe(1);
    expect(await balance(id)).toMatchObject({ reserved: 110, unpaid_balance: 600 });
  });
});
