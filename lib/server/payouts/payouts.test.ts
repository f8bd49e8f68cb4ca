import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inGerman } from "../../testing/in-german.ts";
import { type JobsShop, type JobsTest, openJobsTest } from "../../testing/jobs/jobs.ts";
import { openPayouts, type PayoutsShop } from "../../testing/jobs/payouts.ts";

// The ledger over another API, which ignores Idempotency-Key and fails after it has acted.

let desk: JobsTest;
let shop: JobsShop;
let pay: PayoutsShop;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  desk = await openJobsTest({ UPSTREAM_TIMEOUT_MS: "300" });
  worker = await desk.work();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
  pay = openPayouts(shop);
});
afterEach(() => {
  desk.control.reset();
  desk.control.choices.checkoutLimits = null;
});

const posts = () => desk.control.calls("POST /payouts", shop.id);
const misbehave = (fault: string, more: object = {}) =>
  desk.control.misbehave({ on: "POST /payouts", fault: fault as "cut", when: "after", store: shop.id, ...more });
/** Makes the list of payouts fail once a confirmation has read it, up to its empty last page. */
const afterConfirmed = (fault: "error" | "html") =>
  desk.control.misbehave({ on: "GET /payouts", fault, skip: 2, times: 1_000, store: shop.id });
const one = async (amount = 10) => {
  const affiliate = pay.affiliate(101);
  const commission = pay.commission(affiliate, amount);
  const preview = await pay.preview([affiliate]);
  return { affiliate, commission, preview };
};
const settled = async (states: readonly string[], query: object = {}) => {
  const read = async () => (await pay.rows(query)).map(({ state }) => state);
  await expect.poll(read, { timeout: 15_000 }).toEqual(states);
  return pay.rows(query);
};
/** The API's list has shown a payout of ours, so one that is missing there was not made. */
const shown = async () => {
  const affiliate = pay.affiliate(100);
  pay.commission(affiliate, 1);
  await pay.confirm(await pay.preview([affiliate]));
  await settled(["made"]);
};

test("the bank’s day of a payout is kept in the ledger, and shown in place of what this API says", async () => {
  const { saveMoneyUnit } = await import("../wire/connections.ts");
  await saveMoneyUnit({ storeId: shop.id, mode: "live", api: "affiliate" }, "major");
  const { preview } = await one(12.5);
  await pay.confirm(preview);
  const [row] = await settled(["made"]);
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const text = `Date,Reference,Amount\n${day},${row?.payout_id},-12.50`;
  const files = (name: string) => shop.ask("payout_files", name, { body: { text } });
  expect((await files("match")).lines).toMatchObject([{ becomes: "paid", problem: null, told_at: day }]);
  expect(await files("apply")).toBeNull();
  expect((await pay.rows())[0]).toMatchObject({ payout_id: row?.payout_id, paid_on: day });
  const { withPaidDays } = await import("./paid-days.ts");
  const shown = await withPaidDays({ storeId: shop.id, mode: "live" }, [{ id: row?.payout_id }, { id: "other" }]);
  expect(shown).toEqual([{ id: row?.payout_id, paid_at: `${day}T12:00:00Z` }, { id: "other" }]);
});

describe("a preview", () => {
  test("a preview shows for each affiliate and currency what would be paid, what blocks it, and what is left out", async () => {
    const ready = pay.affiliate(101);
    const [sale, bonus] = [pay.commission(ready, 10.1), pay.commission(ready, 0.2, { type: "bonus" })];
    const clawback = pay.commission(ready, -3, { type: "clawback" });
    pay.commission(ready, 7, { eligible_at: "2999-01-01T00:00:00Z" });
    pay.commission(ready, 5, { status: "pending" });
    pay.commission(ready, 40, { currency: "USD" });
    const debtor = pay.affiliate(102);
    pay.commission(debtor, 1);
    pay.commission(debtor, 5, { type: "clawback" });
    const poor = pay.affiliate(103, { minimum_payout: "50.00" });
    pay.commission(poor, 49.99);
    const gone = pay.affiliate(104, { status: "suspended", payout_method: null });
    pay.commission(gone, 9);
    const asked = [ready, debtor, poor, gone];
    const preview = await pay.preview(asked);
    expect(preview.complete).toBe(true);
    expect(preview.payable).toEqual([
      { currency: "EUR", amount: 7.3, payouts: 1, commissions: 3 },
      { currency: "USD", amount: 40, payouts: 1, commissions: 1 },
    ]);
    const line = (id: string, currency = "EUR") =>
      preview.lines.find((each) => each.affiliate_id === id && each.currency === currency);
    expect(line(ready)).toMatchObject({
      state: "payable",
      name: "A101",
      amount: 7.3,
      earned: 10.3,
      taken: 3,
      method: "paypal",
      blocking: [],
      commission_ids: [clawback, sale, bonus],
      excluded: [{ code: "on_hold", amount: 7, count: 1, at: "2999-01-01T00:00:00.000Z" }],
      warnings: [{ code: "first_payout" }],
    });
    expect(line(debtor)).toMatchObject({ state: "blocked", amount: -4, blocking: [{ code: "negative", amount: -4 }] });
    expect(line(poor)).toMatchObject({ state: "excluded", excluded: [{ code: "under_minimum", amount: 49.99 }] });
    expect(line(gone)?.blocking).toEqual([{ code: "not_active", now: "suspended" }, { code: "no_method" }]);
    expect((await pay.preview(asked)).hash).toBe(preview.hash);
    pay.commission(ready, 1);
    expect((await pay.preview(asked)).hash).not.toBe(preview.hash);
  });

  test("a preview leaves out commissions in any payout of the API, and warns of facts that it does not report", async () => {
    const affiliate = pay.affiliate(101);
    const [paid, failed] = [pay.commission(affiliate, 10), pay.commission(affiliate, 20)];
    const row = { affiliate_id: 101, currency: "EUR", created_at: "2026-10-02T00:00:00Z" };
    shop.store.put("payouts", {
      ...row,
      id: 1,
      amount: "10.00",
      status: "in_review",
      commissions: [{ id: Number(paid) }],
    });
    shop.store.put("payouts", {
      ...row,
      id: 2,
      amount: "20.00",
      status: "failed",
      commissions: [{ id: Number(failed) }],
    });
    shop.store.put("payouts", { ...row, id: 3, amount: "6.00", status: "settled", method: "sepa" });
    const { lines } = await pay.preview([affiliate]);
    expect(lines).toMatchObject([{ amount: 20, commission_ids: [failed], state: "payable" }]);
    expect(lines[0]?.warnings).toEqual([
      { code: "method_changed", was: "sepa", now: "paypal" },
      { code: "unusual", amount: 6, count: 2 },
      { code: "unlisted", count: 1, payout: "3" },
    ]);
  });

  test("a preview reads another API page by page, even without totals and payout methods", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => pay.affiliate(200 + index, { payout_method: undefined }));
    for (let index = 0; index < 360; index++) pay.commission(ids[index % 12] as string, 1);
    for (const { id } of shop.store.list("affiliates")) {
      if (Number(id) < 100) shop.store.table("affiliates").delete(String(id));
    }
    const { lines, payable } = await pay.preview(ids);
    expect(payable).toEqual([{ currency: "EUR", amount: 360, payouts: 12, commissions: 360 }]);
    expect(lines[0]?.warnings).toContainEqual({ code: "method_unknown" });
  });
});

describe("a confirmation", () => {
  test("a confirmation pays each line once, reserves its commissions first, and sends its mark in every call", async () => {
    const { commission, preview } = await one(10.1);
    const job = await pay.confirm(preview, { reference: "2026-10", note: "Thanks" });
    expect(job).toMatchObject({ kind: "create_payouts", total: 1 });
    const [row] = await settled(["made"]);
    expect(pay.made()).toMatchObject([{ affiliate: "101", amount: 10.1, commissions: [commission] }]);
    const [made] = pay.made();
    expect(row).toMatchObject({
      batch: job.id,
      payout_id: made?.id,
      payout_status: "in_review",
      drift: null,
      attempts: 1,
    });
    const [call] = posts();
    const body = JSON.parse(call?.body ?? "");
    expect(call?.headers["idempotency-key"]).toBe(row.id);
    expect(body).toMatchObject({ reference: `${row.id} 2026-10`, note: `${row.id} Thanks`, method: "paypal" });
    expect((await pay.preview(["101"])).lines).toEqual([]);
    expect(await pay.ask("get", { params: { id: row.id } })).toMatchObject({
      commission_ids: [{ id: commission, amount: 10.1 }],
    });
    await shop.until(job.id);
    const { rows } = await desk.db.execute(sql`
      select api, operation, actor_kind, outcome from desk.audit where store_id = ${shop.id} order by seq`);
    expect(rows).toEqual([
      { api: "desk", operation: "confirm", actor_kind: "person", outcome: "intended" },
      { api: "desk", operation: "confirm", actor_kind: "person", outcome: "ok" },
      { api: "affiliate", operation: "create", actor_kind: "job", outcome: "intended" },
      { api: "affiliate", operation: "create", actor_kind: "job", outcome: "ok" },
    ]);
  });

  test("a confirmation is refused with the changes since the preview, and pays nothing", async () => {
    const { affiliate, commission, preview } = await one();
    const refused = async (moved: RegExp, german: RegExp) => {
      const error = await pay.confirm(preview).catch((cause) => cause);
      expect(error).toMatchObject({ status: 409, code: "moved" });
      expect(error.details[0].message).toMatch(moved);
      expect(inGerman(error.details[0])).toMatch(german);
    };
    const before = shop.store.find("commissions", commission);
    shop.store.put("commissions", { ...before, amount: "11.00" });
    await refused(/was 0.10 EUR and is now 0.11 EUR/, /hat sich von 0.10 EUR auf 0.11 EUR geändert/);
    shop.store.put("commissions", { ...before, status: "rejected" });
    await refused(/nothing is left/, /: Es ist nichts mehr auszuzahlen/);
    shop.store.put("commissions", { ...before, updated_at: "2026-11-01T00:00:00Z" });
    await refused(/was changed/, /wurde geändert/);
    shop.store.put("commissions", before);
    pay.affiliate(Number(affiliate), { status: "suspended" });
    await refused(/blocked \(not_active\)/, /gesperrt \(not_active\)/);
    pay.affiliate(Number(affiliate), { payout_method: "sepa" });
    await refused(/way of payment/, /Der Zahlungsweg/);
    pay.affiliate(Number(affiliate));
    const added = pay.commission(affiliate, 5, { type: "clawback" });
    await refused(new RegExp(`${added} was added`), new RegExp(`${added} ist hinzugekommen`));
    shop.store.table("commissions").delete(added);
    await pay.confirm(preview);
    await settled(["made"]);
  });

  test("a confirmation needs the exact total in each currency, and no other", async () => {
    const { preview } = await one();
    const wrong = [
      [{ currency: "EUR", amount: 1000 }],
      [{ currency: "USD", amount: 10 }],
      [
        { currency: "EUR", amount: 10 },
        { currency: "USD", amount: 0 },
      ],
    ];
    const german = [];
    for (const totals of wrong) {
      const error = await pay.confirm(preview, { totals }).catch((cause) => cause);
      expect(error).toMatchObject({ status: 400 });
      german.push(inGerman(error.details.at(-1)));
    }
    expect(german).toEqual([
      "Muss 0.10 EUR sein, die Summe der Auszahlungen.",
      "Keine Auszahlung ist in USD.",
      "Keine Auszahlung ist in USD.",
    ]);
    await expect(pay.confirm({ ...preview, hash: "0".repeat(64) })).rejects.toMatchObject({ code: "preview_gone" });
    expect(await pay.rows()).toEqual([]);
  });

  test("a confirmation pays the chosen lines, and the others by the same preview later", async () => {
    const ids = [101, 102, 103].map((id) => pay.affiliate(id));
    for (const id of ids) pay.commission(id, 10);
    const preview = await pay.preview(ids);
    const of = (id: string) => ({
      payouts: [{ affiliate_id: id, currency: "EUR" }],
      totals: [{ currency: "EUR", amount: 10 }],
    });
    const first = await pay.confirm(preview, of("101"));
    const second = await pay.confirm(preview, of("102"));
    expect(second.id).not.toBe(first.id);
    await settled(["made", "made"]);
    expect(await pay.rows({ batch: first.id })).toMatchObject([{ affiliate_id: "101" }]);
    expect(await pay.rows({ affiliate: "102" })).toMatchObject([{ batch: second.id }]);
    await expect(pay.confirm(preview)).rejects.toMatchObject({ code: "moved" });
  });

  test("a confirmation that is sent many times at once makes one batch", async () => {
    const ids = Array.from({ length: 8 }, (_, index) => pay.affiliate(101 + index));
    for (const id of ids) for (let n = 0; n < 5; n++) pay.commission(id, 3);
    const preview = await pay.preview(ids);
    const jobs = await Promise.all(Array.from({ length: 6 }, () => pay.confirm(preview)));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
    await shop.until(jobs[0].id);
    expect(pay.made()).toHaveLength(8);
  });

  test("a confirmation of commissions in another payout is refused by the table itself", async () => {
    const { preview } = await one();
    await shop.tell((await pay.confirm(preview)).id, "pause").catch(() => {});
    const insert = sql`
      insert into desk.payout_commission (payout_id, store_id, mode, commission_id, amount)
      select 'cwpo_other', store_id, mode, commission_id, amount from desk.payout_commission where store_id = ${shop.id}`;
    const error = await desk.db.execute(insert).catch((cause) => cause);
    expect(error.cause.constraint).toBe("payout_commission_once");
  });

  test("a confirmation is only for those who may pay, and an analyst reads the list", async () => {
    const { preview } = await one();
    for (const role of ["analyst", "merchant"]) {
      for (const name of ["preview", "confirm", "check", "made", "not_made"]) {
        await expect(pay.ask(name, { params: { id: "x" }, body: {} }, { role })).rejects.toMatchObject({ status: 403 });
      }
    }
    await pay.confirm(preview);
    expect((await pay.ask("list", {}, { role: "analyst" })).data).toHaveLength(1);
    await expect(pay.ask("counts", {}, { role: "merchant" })).rejects.toMatchObject({ status: 403 });
    const draft = { kind: "create_payouts", ids: ["x"] };
    await expect(shop.start(draft)).rejects.toMatchObject({ status: 400 });
  });
});

describe("an unknown outcome", () => {
  const faults = ["silence", "cut", "cut-body", "html", "error", "short", "redirect", "huge", "not-gzip"];

  test.each(faults)(
    "an unknown outcome after %s is settled by the payout's mark, without sending again",
    async (fault) => {
      const { preview } = await one();
      misbehave(fault);
      await pay.confirm(preview);
      const [row] = await settled(["made"]);
      expect(row).toMatchObject({ attempts: 1, settled_by: "Cartwright", payout_id: pay.made()[0]?.id });
      expect(posts()).toHaveLength(1);
      expect(pay.made()).toHaveLength(1);
    },
  );

  test.each(["unmarked", "bare"] as const)(
    "an unknown outcome is settled even if the API lists payouts %s",
    async (payouts) => {
      desk.control.choices.payouts = payouts;
      const { preview } = await one();
      misbehave("cut");
      await pay.confirm(preview);
      await settled(["made"]);
      expect(posts()).toHaveLength(1);
    },
  );

  test("an unknown outcome is shown as unknown, and leads to sending again only when the call can no longer arrive", {
    tags: "long",
  }, async () => {
    await shown();
    const { preview } = await one();
    misbehave("silence", { when: "before" });
    const { id } = await pay.confirm(preview);
    const first = { batch: id };
    await settled(["unknown"], first);
    expect(await pay.counts()).toMatchObject({
      states: { unknown: 1 },
      unknown: { count: 1, totals: [{ currency: "EUR", amount: 10 }], oldest_at: expect.any(String) },
    });
    expect((await pay.preview(["101"])).lines).toMatchObject([
      { state: "excluded", excluded: [{ code: "reserved", amount: 10 }] },
    ]);
    const [{ believe_at: believeAt, id: payout }] = await pay.rows(first);
    await expect(pay.ask("not_made", { params: { id: payout }, body: { reason: "Surely" } })).rejects.toMatchObject({
      code: "still_under_way",
    });
    const [row] = await settled(["made"], first);
    expect(row).toMatchObject({ attempts: 2 });
    expect(Date.parse(row.sent_at)).toBeGreaterThanOrEqual(Date.parse(believeAt));
    const keys = posts().map(({ headers }) => headers["idempotency-key"]);
    expect(keys.slice(1)).toEqual([payout, payout]);
    expect(pay.made()).toHaveLength(2);
    expect((await shop.until(id)).counts).toMatchObject({ done: 1 });
  });

  test("an unknown outcome of the first payout is settled by a person, because the list may never show one", {
    tags: "long",
  }, async () => {
    const { preview } = await one();
    misbehave("silence", { when: "before" });
    await pay.confirm(preview);
    const [{ id }] = await settled(["unknown"]);
    const params = { id };
    await expect
      .poll(() => pay.ask("not_made", { params, body: { reason: "Not there." } }).catch(({ code }) => code), {
        timeout: 10_000,
      })
      .toMatchObject({ state: "failed", settled_by: "Ann" });
    expect(posts()).toHaveLength(1);
    await pay.confirm(await pay.preview(["101"]));
    await settled(["made", "failed"]);
    expect(pay.made()).toHaveLength(1);
  });

  test("an unknown outcome is not settled by the list of another key", async () => {
    await shown();
    const { preview } = await one();
    misbehave("silence", { when: "before" });
    const { id: batch } = await pay.confirm(preview);
    const [{ id }] = await settled(["unknown"], { batch });
    const key = `live_another_key_of_${shop.id}`;
    desk.control.addKey(key, { store: shop.id });
    const { saveConnection } = await import("../wire/connections.ts");
    await saveConnection({ storeId: shop.id, mode: "live", api: "affiliate" }, key);
    expect(await pay.ask("check", { params: { id } })).toMatchObject({ found: "unclear", state: "unknown" });
    await expect.poll(async () => (await pay.rows({ batch }))[0].message, { timeout: 10_000 }).toMatch(/another key/);
  });

  test("an unknown outcome of a payout accepted without a record never leads to sending again", {
    tags: "long",
  }, async () => {
    await shown();
    const { preview } = await one();
    misbehave("empty", { when: "before" });
    const { id: batch } = await pay.confirm(preview);
    await expect
      .poll(async () => (await shop.items(batch))[0].message, { timeout: 15_000 })
      .toMatch(/the result is not in its list/);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(await pay.rows({ batch })).toMatchObject([
      { state: "unknown", code: "answered_without_record", attempts: 1 },
    ]);
    expect(posts()).toHaveLength(2);
  });

  test("an unknown outcome is avoided, because a process that stood still before sending does not send", async () => {
    const { preview } = await one();
    await worker.stop();
    await pay.confirm(preview);
    const [{ id }] = await pay.rows();
    const slow = await desk.db.$client.connect();
    await slow.query("begin");
    await slow.query("select * from desk.payout where id = $1 for update", [id]);
    worker = await desk.work();
    const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"desk"."payout"%'`;
    await expect.poll(async () => (await desk.db.execute(waits)).rows.length, { timeout: 10_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await slow.query("commit");
    slow.release();
    expect(await settled(["made"])).toMatchObject([{ attempts: 2 }]);
    expect(posts()).toHaveLength(1);
  });

  test("an unknown outcome of a call that takes effect long after its time-out is settled, without paying again", {
    tags: "long",
  }, async () => {
    const { preview } = await one();
    misbehave("late", { ms: 1_500 });
    await pay.confirm(preview);
    await settled(["unknown"]);
    await settled(["made"]);
    expect(posts()).toHaveLength(1);
    expect(pay.made()).toHaveLength(1);
  });

  test("an unknown outcome stays unknown while the list cannot be read, and a person settles it with a reason", async () => {
    const ids = [pay.affiliate(101), pay.affiliate(102)];
    for (const id of ids) pay.commission(id, 10);
    const preview = await pay.preview(ids);
    misbehave("error", { times: 100 });
    afterConfirmed("error");
    const { id: batch } = await pay.confirm(preview);
    const [first, second] = await settled(["unknown", "unknown"]);
    await worker.stop();
    const payouts = new Map(pay.made().map(({ id, affiliate }) => [affiliate, id]));
    const settle = (row: { id: string }, name: string, body: object) => pay.ask(name, { params: { id: row.id }, body });
    const reason = "Seen at the bank.";
    await expect(settle(first, "made", { payout_id: "none", reason })).rejects.toMatchObject({ status: 400 });
    const foreign = payouts.get(second.affiliate_id);
    await expect(settle(first, "made", { payout_id: foreign, reason })).rejects.toMatchObject({
      details: [{ field: "payout_id", message: `This payout belongs to affiliate ${second.affiliate_id}.` }],
    });
    const payout_id = payouts.get(first.affiliate_id);
    expect(await settle(first, "made", { payout_id, reason })).toMatchObject({
      state: "made",
      payout_id,
      settled_by: "Ann",
      settle_reason: reason,
      payout_status: "in_review",
    });
    const again = await settle(first, "made", { payout_id, reason }).catch((cause) => cause);
    expect(again).toMatchObject({ status: 409 });
    expect(inGerman(again.sentence)).toBe(
      "Nur eine Auszahlung mit unbekanntem Ergebnis kann geprüft oder von Hand erfasst werden.",
    );
    await expect(settle(first, "not_made", { reason })).resolves.toMatchObject({ state: "returned" });
    // Once the list can be read again, a check finds the payout.
    desk.control.behave();
    expect(await pay.ask("check", { params: { id: second.id } })).toMatchObject({ found: "made", state: "made" });
    worker = await desk.work();
    expect((await shop.until(batch)).counts).toMatchObject({ done: 2, unknown: 0 });
    const { rows } = await desk.db.execute(sql`
      select operation, actor_name, outcome from desk.audit
      where store_id = ${shop.id} and api = 'desk' and outcome <> 'intended' and record_id = ${first.id} order by seq`);
    expect(rows.map((row) => Object.values(row).join(" "))).toEqual([
      "made Ann refused",
      "made Ann refused",
      "made Ann ok",
      "made Ann refused",
      "not_made Ann ok",
    ]);
  });

  test("an unknown outcome that is settled as not made returns the commissions to the next preview", {
    tags: "long",
  }, async () => {
    const { commission, preview } = await one();
    misbehave("error", { when: "before", times: 100 });
    afterConfirmed("html");
    await pay.confirm(preview);
    const [row] = await settled(["unknown"]);
    const say = () => pay.ask("not_made", { params: { id: row.id }, body: { reason: "They never got it." } });
    await expect.poll(() => say().catch(({ code }) => code), { timeout: 10_000 }).toMatchObject({ state: "failed" });
    desk.control.behave();
    const next = await pay.preview(["101"]);
    expect(next.lines).toMatchObject([{ commission_ids: [commission], state: "payable" }]);
    await pay.confirm(next);
    await settled(["made", "failed"]);
    expect(pay.made()).toHaveLength(1);
  });
});

describe("a batch", () => {
  test("a batch can be paused and resumed, and frees unsent commissions when it is cancelled", {
    tags: "long",
  }, async () => {
    const ids = Array.from({ length: 40 }, (_, index) => pay.affiliate(101 + index));
    for (const id of ids) pay.commission(id, 10);
    const preview = await pay.preview(ids);
    desk.control.misbehave({ on: "POST /payouts", fault: "slow", ms: 100, times: 1_000, store: shop.id });
    const { id } = await pay.confirm(preview);
    await expect.poll(async () => (await shop.job(id)).counts.done).toBeGreaterThan(3);
    await shop.tell(id, "pause");
    const { counts } = await shop.until(id, ["paused"]);
    expect((await pay.counts()).states).toMatchObject({ made: counts.done, waiting: counts.waiting });
    await shop.tell(id, "resume");
    await expect.poll(async () => (await shop.job(id)).counts.done).toBeGreaterThan(counts.done + 3);
    await shop.tell(id, "cancel");
    const over = await shop.until(id, ["cancelled"]);
    expect((await pay.counts()).states).toMatchObject({ made: over.counts.done, cancelled: over.counts.skipped });
    const next = await pay.preview(ids);
    expect(next.payable).toMatchObject([{ payouts: over.counts.skipped }]);
    desk.control.behave();
    await shop.until((await pay.confirm(next)).id);
    const paid = () => pay.made().map(({ affiliate }) => affiliate);
    // What was being sent when the batch was cancelled may be made later than the rest.
    await expect.poll(() => paid().toSorted()).toEqual(ids.toSorted());
  });

  test("a batch shows what the API refused, and frees those commissions", async () => {
    const { commission, preview } = await one();
    shop.store.table("affiliates").delete("102");
    misbehave("error", { when: "before", status: 422, times: 5 });
    const { id } = await pay.confirm(preview);
    await settled(["failed"]);
    expect((await shop.until(id)).counts).toMatchObject({ failed: 1 });
    await expect(shop.tell(id, "retry")).rejects.toMatchObject({ status: 409 });
    expect((await pay.preview(["101"])).lines).toMatchObject([{ commission_ids: [commission] }]);
  });

  test("a batch that was confirmed long ago is checked again before it is sent", async () => {
    const ids = [101, 102, 103, 104].map((id) => pay.affiliate(id));
    const [paid, rejected, , less] = ids.map((id) => pay.commission(id, 10));
    const preview = await pay.preview(ids);
    await worker.stop();
    const { id } = await pay.confirm(preview);
    await desk.db.execute(sql`update desk.payout set created_at = now() - interval '11 minutes' where batch = ${id}`);
    const change = (id = "", more: object) =>
      shop.store.put("commissions", { ...shop.store.find("commissions", id), ...more });
    shop.store.put("payouts", { id: 7, affiliate_id: 101, amount: "1.00", commissions: [{ id: Number(paid) }] });
    change(rejected, { status: "rejected" });
    change(less, { amount: "9.00" });
    pay.commission("103", 5);
    worker = await desk.work();
    await shop.until(id);
    const rows = (await pay.rows()).map(({ state, message }) => [state, message]);
    expect(rows).toEqual([
      ["failed", expect.stringMatching(/in another payout/)],
      ["failed", expect.stringMatching(/no longer approved/)],
      ["made", null],
      ["failed", expect.stringMatching(/another amount/)],
    ]);
    expect(posts()).toHaveLength(1);
  });

  test("a batch does not pay affiliates who were suspended, or changed their method, since the confirmation", async () => {
    const ids = [101, 102, 103].map((id) => pay.affiliate(id));
    for (const id of ids) pay.commission(id, 10);
    const preview = await pay.preview(ids);
    await worker.stop();
    const { id } = await pay.confirm(preview);
    pay.affiliate(101, { status: "suspended" });
    pay.affiliate(102, { payout_method: "sepa" });
    worker = await desk.work();
    await shop.until(id);
    expect(await pay.rows()).toMatchObject([
      { state: "failed", code: "moved", message: "The affiliate is suspended." },
      { state: "failed", code: "moved" },
      { state: "made" },
    ]);
    expect((await pay.preview(ids)).payable).toMatchObject([{ payouts: 1 }]);
  });

  test("a batch releases the commissions of a payout that fails later at the API", async () => {
    const { commission, preview } = await one();
    await pay.confirm(preview);
    const [row] = await settled(["made"]);
    shop.store.put("payouts", { ...shop.store.find("payouts", row.payout_id), status: "failed" });
    expect((await pay.preview(["101"])).lines).toMatchObject([{ state: "payable", commission_ids: [commission] }]);
    expect(await pay.rows()).toMatchObject([{ state: "returned", payout_status: "failed" }]);
  });
});

test("an account is computed from payouts and from commissions, and shows where the two differ", async () => {
  const affiliate = pay.affiliate(101);
  const [paid, open] = [pay.commission(affiliate, 10), pay.commission(affiliate, 4)];
  const back = pay.commission(affiliate, -3, { type: "clawback" });
  const row = { affiliate_id: 101, currency: "EUR", status: "settled", created_at: "2026-10-02T00:00:00Z" };
  shop.store.put("payouts", { ...row, id: 1, amount: "10.00", commissions: [{ id: Number(paid) }] });
  const read = () => pay.ask("account", { params: { id: affiliate } });
  const account = {
    currency: "EUR",
    owed: 1,
    drift: 0,
    paid: { amount: 10, ids: ["1"] },
    approved: { amount: 14, ids: [open, paid].sort() },
    clawed_back: { amount: 3, ids: [back] },
    unpaid: { amount: 1, ids: [open, back] },
  };
  expect(await read()).toMatchObject({ complete: true, currencies: [account], payouts: [{ id: "1", drift: 0 }] });
  shop.store.put("payouts", { ...row, id: 1, amount: "12.50", commissions: [{ id: Number(paid) }] });
  expect(await read()).toMatchObject({
    currencies: [{ owed: -1.5, unpaid: { amount: 1 }, drift: -2.5 }],
    payouts: [{ id: "1", amount: 12.5, commissions: 10, drift: 2.5 }],
  });
});

test("another worker continues the batch of a worker that stops", { tags: "long" }, async () => {
  const ids = Array.from({ length: 30 }, (_, index) => pay.affiliate(101 + index));
  for (const id of ids) pay.commission(id, 10);
  desk.control.misbehave({ on: "POST /payouts", fault: "slow", ms: 100, times: 1_000, store: shop.id });
  const { id } = await pay.confirm(await pay.preview(ids));
  await expect.poll(async () => (await shop.job(id)).counts.done).toBeGreaterThan(3);
  await worker.stop();
  worker = await desk.work();
  expect((await shop.until(id)).counts).toMatchObject({ done: 30 });
  expect(pay.made()).toHaveLength(30);
});
