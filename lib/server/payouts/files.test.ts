import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../database/schema/desk-audit.ts";
import { payoutFile } from "../../database/schema/desk-bank.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerProgram } from "../../database/schema/desk-partners.ts";
import { type Any, facts, ibans, openPayoutTest, type PayoutShop, payer } from "../../testing/payout-shop.ts";
import { schemaErrors } from "../../testing/xml-schema.ts";
import { parseCsv } from "../work/csv.ts";
import { all, readXml, textAt } from "./xml.ts";

// Files from batches of Cartwright's own affiliate service, by two people of one store.

let desk: Awaited<ReturnType<typeof openPayoutTest>>;
let shop: PayoutShop;

beforeAll(async () => {
  desk = await openPayoutTest();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});

const pays: PayoutShop["pays"] = (...rows) => shop.pays(...rows);
const saves: PayoutShop["saves"] = (more) => shop.saves(more);
const files: PayoutShop["files"] = (batch) => shop.files(batch);
const creates: PayoutShop["creates"] = (batch, more, by) => shop.creates(batch, more, by);
const does: PayoutShop["does"] = (deed, file, by, ...body) => shop.does(deed, file, by, ...body);

describe("a preview", () => {
  const previewed = async () => {
    const { lines, payable } = await shop.ann("payouts.preview", { body: {} });
    const paid = lines.filter(({ state }: Any) => state === "payable").map(({ paid_to }: Any) => paid_to);
    return {
      payable,
      paid,
      lines: lines.map(({ state, blocking }: Any) => [state, blocking.map(({ code }: Any) => code)]),
    };
  };

  test("a preview blocks whoever no file can pay, with the reason, and reserves nothing of theirs", async () => {
    const { program, ann } = shop;
    const owed = async (more: object, details?: object) => {
      const { id } = await program.affiliate(more);
      await program.insertCommission(id, { status: "approved", amount: 100 });
      if (details) await ann("payout_details.save", { params: { id }, body: { details } });
    };
    await owed({ payout_method: "bank_transfer" });
    await owed({ payout_method: "paypal" });
    await owed({ payout_method: "paypal", payout_email: "p@example.com" });
    await owed({ payout_method: "bank_transfer" }, { kind: "iban", holder: "田中", iban: ibans[0] });
    await owed(
      { payout_method: "bank_transfer", payout_email: "m@example.com" },
      { kind: "iban", holder: "Mira", iban: ibans[1] },
    );
    const { id: odd } = await program.affiliate({ payout_method: "bank_transfer" });
    await program.insertCommission(odd, { status: "approved", amount: 100 });
    // Stored before the countries were compared.
    const { saveDetails } = await import("./details.ts");
    const stored = { kind: "iban", holder: "Mira", iban: "DE89370400440532013000", bic: "BNPAFRPP" } as const;
    await saveDetails({ storeId: shop.id, mode: "sandbox", affiliateId: odd }, stored, { by: "Ann", confirmed: true });
    await owed({ payout_method: "store_credit" });
    await owed({});
    const { lines, payable, paid } = await previewed();
    expect(new Set(paid)).toEqual(
      new Set(["p@example.com", `${ibans[1]?.slice(0, 4)} •••• ${ibans[1]?.slice(-4)}`, null]),
    );
    expect(lines.sort()).toEqual([
      ["blocked", ["bic_country"]],
      ["blocked", ["holder_name"]],
      ["blocked", ["no_details"]],
      ["blocked", ["no_details"]],
      ["blocked", ["no_method"]],
      ["payable", []],
      ["payable", []],
      ["payable", []],
    ]);
    expect(payable).toMatchObject([{ amount: 300, payouts: 3 }]);
  });

  test("a preview asks an affiliate for payout details by mail, once a day, and only where mail and portal exist", async () => {
    const { id, program, bea } = shop;
    const { id: poor } = await program.affiliate({ email: "poor@example.com", payout_method: "bank_transfer" });
    const asks = () =>
      bea("payout_details.ask", { params: { id: poor } }).then(
        ({ to }) => to,
        ({ code }: Any) => code,
      );
    expect(await asks()).toBe("portal_closed");
    const open = { open: true, portalOpen: true };
    await desk.db
      .insert(partnerProgram)
      .values({ storeId: id, mode: "sandbox", slug: `p-${id}`, name: "Boots", locale: "ja", ...open });
    expect(await asks()).toBe("no_mail_server");
    const { env } = await import("../env.ts");
    env().SMTP_URL = "smtp://127.0.0.1:1";
    const answers = await Promise.all([asks(), asks()]);
    env().SMTP_URL = undefined;
    expect(answers.filter((each) => each === "poor@example.com").length).toBeGreaterThan(0);
    const queued = await desk.db.select().from(mail).where(eq(mail.kind, "payout_details_wanted"));
    expect(queued).toMatchObject([
      { to: "poor@example.com", locale: "ja", about: { link: `http://desk.test/partners/p-${id}/account` } },
    ]);
    env().SMTP_URL = "smtp://127.0.0.1:1";
    expect(await asks()).toBe("asked_already");
    env().SMTP_URL = undefined;
  });

  test("an affiliate who was asked before is asked again after a day, whichever mails are no longer kept", async () => {
    const { id, program, bea } = shop;
    const { id: poor } = await program.affiliate({ email: "poor@example.com", payout_method: "bank_transfer" });
    await desk.db
      .insert(partnerProgram)
      .values({ storeId: id, mode: "sandbox", slug: `p-${id}`, name: "Boots", open: true, portalOpen: true });
    const { env } = await import("../env.ts");
    const ours = eq(mail.storeId, id);
    env().SMTP_URL = "smtp://127.0.0.1:1";
    for (const daysAgo of [3, 2]) {
      await bea("payout_details.ask", { params: { id: poor } });
      const createdAt = sql`now() - make_interval(days => ${daysAgo})`;
      await desk.db
        .update(mail)
        .set({ createdAt })
        .where(and(ours, gt(mail.createdAt, sql`now() - interval '1 day'`)));
    }
    await desk.db.delete(mail).where(and(ours, lt(mail.createdAt, sql`now() - interval '60 hours'`)));
    await bea("payout_details.ask", { params: { id: poor } });
    env().SMTP_URL = undefined;
    expect(await desk.db.$count(mail, ours)).toBe(2);
  });
});

describe("an amount by hand", () => {
  const amount = (id: string, more: object = {}) => ({
    body: {
      request: "req_1",
      affiliate_id: id,
      amount: 5_000,
      currency: "EUR",
      adjustment: "bonus",
      note: "Photos",
      ...more,
    },
  });
  const payee = async () => {
    const { id } = await shop.program.affiliate({ payout_method: "paypal", payout_email: "p@example.com" });
    return id;
  };

  test("an amount by hand is paid once however often it is sent, fits into a file, and the ledger adds up", async () => {
    const id = await payee();
    const pays = () => shop.ann("payouts.pay_amount", amount(id));
    const jobs = await Promise.all([pays(), pays()]);
    expect(jobs[0].id).toBe(jobs[1].id);
    const states = async () => (await shop.ann("payouts.counts")).states;
    await expect.poll(states, { timeout: 20_000 }).toMatchObject({ made: 1, waiting: 0, sending: 0 });
    expect((await files(jobs[0].id)).groups).toEqual([{ format: "paypal", currency: "EUR", total: 5_000, payouts: 1 }]);
    const { currencies } = await shop.ann("payouts.account", { params: { id } });
    expect(currencies).toMatchObject([{ approved: { amount: 5_000 }, paid: { amount: 5_000 }, owed: 0, drift: 0 }]);
    const [{ payout_id }] = (await shop.ann("payouts.list", { query: {} })).data;
    expect(await shop.ann("payouts.proof", { params: { id: payout_id } })).toMatchObject({ sum: 5_000, drift: 0 });
    await expect(shop.ann("payouts.pay_amount", amount(id, { amount: 1 }))).rejects.toMatchObject({ status: 409 });
  });

  test("an amount by hand needs a note and usable details, and a manager pays at most what one person may release", async () => {
    const id = await payee();
    const refused = async (by: typeof shop.ann, more: object, of = id) =>
      by("payouts.pay_amount", amount(of, more)).then(
        () => null,
        ({ status, message }: Any) => [status, message],
      );
    await saves({ approve_above: 4_000 });
    expect(await refused(shop.bea, {})).toEqual([
      400,
      "Amount must be at most 40.00 EUR. Only an owner can pay more by hand.",
    ]);
    expect(await refused(shop.bea, { currency: "USD", amount: 1 })).toEqual([
      400,
      "Currency must be the store’s currency, EUR.",
    ]);
    expect(await refused(shop.carl, { amount: 1 })).toEqual([403, expect.any(String)]);
    expect(await refused(shop.ann, { note: "" })).toMatchObject([400, expect.stringMatching(/note/i)]);
    const { id: poor } = await shop.program.affiliate({ payout_method: "bank_transfer" });
    expect(await refused(shop.ann, {}, poor)).toEqual([
      409,
      "This affiliate has no payout details that can be used. Ask for them first.",
    ]);
    const { request: _, ...draft } = amount(id).body as Any;
    const direct = (by: typeof shop.ann, value: number) =>
      failureOf(by.asks("payouts", "create", { ...draft, commission_ids: [], amount: value, method: "paypal" }));
    expect(await direct(shop.bea, 4_001)).toBe("Amount must be at most 40.00 EUR. Only an owner can pay more by hand.");
    expect(await direct(shop.bea, 4_000)).toBeNull();
    expect(await direct(shop.ann, 4_001)).toBeNull();
    expect(await refused(shop.bea, { amount: 4_000 })).toBeNull();
  });
});

const failureOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    ({ message }: Error) => message,
  );

describe("a batch", () => {
  test("a batch becomes one file for each way to pay and currency, and names what is in none", async () => {
    await saves();
    const batch = await pays(
      { amount: 1_230 },
      { amount: 70 },
      { amount: 500 },
      { amount: 900, details: { kind: "iban", holder: "Eda", iban: "TR330006100519786457841326" } },
      {
        amount: 800,
        currency: "USD",
        details: {
          kind: "bank_us",
          holder: "Joe",
          routing_number: "021000021",
          account_number: "1234567",
          account_type: "checking",
        },
      },
      { amount: 600, details: { kind: "paypal", paypal_email: "p@example.com" } },
      { amount: 400, details: { kind: "wise", holder: "Zoe", wise_email: "w@example.com" } },
      { amount: 300, details: { kind: "wise", holder: "Max", wise_recipient: "123" } },
      { amount: 200, details: null, affiliate: { payout_method: "paypal", payout_email: "old@example.com" } },
      { amount: 100 },
    );
    // After the confirmation, which nobody without usable details passes, these two change theirs.
    const { data: entries } = await shop.ann("payouts.list", { query: { batch } });
    const paidTo = (amount: number) => ({ id: entries.find((row: Any) => row.amount === amount).affiliate_id });
    const holder = { kind: "iban", holder: "田中", iban: ibans[0] };
    await shop.ann("payout_details.save", { params: paidTo(500), body: { details: holder } });
    await shop.ann("payout_details.delete", { params: paidTo(100) });
    const { data, groups, left_out } = await files(batch);
    expect(data).toEqual([]);
    expect(groups).toEqual([
      { format: "bank", currency: "EUR", total: 900, payouts: 1 },
      { format: "bank", currency: "USD", total: 800, payouts: 1 },
      { format: "paypal", currency: "EUR", total: 800, payouts: 2 },
      { format: "sepa", currency: "EUR", total: 1_300, payouts: 2 },
      { format: "wise", currency: "EUR", total: 400, payouts: 1 },
      { format: "wise_recipients", currency: "EUR", total: 300, payouts: 1 },
    ]);
    expect(left_out.map(({ amount, reason }: Any) => [amount, reason]).sort()).toEqual([
      [100, "no_details"],
      [500, "name"],
    ]);
    const text = async (format: string, currency = "EUR") => {
      const file = await creates(batch, { format, currency });
      return (await does("release", file)).file_text as string;
    };
    const cells = (csv: string) => parseCsv(csv).rows.map((row) => row.cells.join("|"));
    expect(
      cells(await text("paypal"))
        .slice(1)
        .sort()
        .map((line) => line.replace(/cwpo_\w+/, "ID")),
    ).toEqual(["old@example.com|2.00|EUR|ID||PayPal", "p@example.com|6.00|EUR|ID||PayPal"]);
    expect(cells(await text("wise"))[1]).toMatch(
      /^Zoe\|w@example.com\|cwpo_\w+\|PERSON\|source\|4.00\|EUR\|EUR\|EMAIL$/,
    );
    expect(cells(await text("wise_recipients"))[1]).toMatch(/^Max\|123\|cwpo_\w+\|PERSON\|source\|3.00\|EUR\|EUR$/);
    expect(cells(await text("bank", "USD"))[1]).toMatch(
      /\|Joe\|8.00\|USD\|\|\|021000021\|1234567\|checking\|\|2026-10$/,
    );
    const xml = await text("sepa");
    expect(await schemaErrors(xml)).toEqual([]);
    const transfers = all(readXml(xml), "Document", "CstmrCdtTrfInitn", "PmtInf", "CdtTrfTxInf");
    expect(transfers.map((each) => textAt(each, "Amt", "InstdAmt")).sort()).toEqual(["0.70", "12.30"]);
    expect(transfers.map((each) => textAt(each, "RmtInf", "Ustrd"))).toEqual(Array(2).fill("Demo Shop 2026-10"));
    const rest = await files(batch);
    expect(rest.groups).toEqual([{ format: "bank", currency: "EUR", total: 900, payouts: 1 }]);
    expect(rest.data).toHaveLength(5);
  }, 60_000);

  test("a batch puts each payout into one file only, whoever creates files at the same time", async () => {
    await saves();
    const batch = await pays({ amount: 1_000 }, { amount: 2_000 });
    const results = await Promise.allSettled([
      creates(batch),
      creates(batch, {}, shop.bea),
      creates(batch, { format: "bank" }),
      creates(batch),
      creates(batch),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await files(batch)).data).toHaveLength(1);
    await expect(creates(batch)).rejects.toMatchObject({ code: "nothing_left" });
  }, 30_000);

  test("a batch has a file whose sum and hash are those of the ledger and of the bytes, whatever the amounts", {
    tags: "long",
    timeout: 90_000,
  }, async () => {
    await saves();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 1, maxLength: 6 }),
        async (amounts) => {
          shop = await desk.newShop();
          await saves();
          const batch = await pays(...amounts.map((amount) => ({ amount })));
          const file = await creates(batch);
          const { file_text } = await does("release", file);
          expect(createHash("sha256").update(file_text).digest("hex")).toBe(file.sha256);
          const [ledger] = (
            await desk.db.execute(sql`select sum(amount)::int as sum from desk.payout where batch = ${batch}`)
          ).rows;
          expect(file.total).toBe(ledger?.sum);
          const written = textAt(readXml(file_text), "Document", "CstmrCdtTrfInitn", "GrpHdr", "CtrlSum") ?? "";
          expect(written.replace(/^0+|\./g, "").replace(/^0+/, "")).toBe(String(ledger?.sum));
        },
      ),
      { numRuns: 4 },
    );
  });

  test.each([
    ["another currency than euros", { currency: "USD" }, "invalid_request"],
    ["a day in the past", { execute_on: "2020-01-01" }, "invalid_request"],
    ["no payouts of its kind", { format: "paypal" }, "nothing_left"],
  ])("a batch is refused a SEPA file with %s", async (_, more, code) => {
    await saves();
    const batch = await pays({ amount: 1_000 });
    await expect(creates(batch, more)).rejects.toMatchObject({ code });
  });

  test("a batch needs the account that pays, and leaves out what was paid already", async () => {
    const batch = await pays({ amount: 1_000 }, { amount: 2_000 });
    await expect(creates(batch)).rejects.toMatchObject({ code: "payer_missing" });
    expect((await files(batch)).payer).toBe(false);
    await saves();
    const [{ payout_id }] = (await shop.ann("payouts.list", { query: {} })).data;
    await shop.program.call("PUT", `/payouts/${payout_id}`, { body: { status: "paid" } });
    const { groups, left_out } = await files(batch);
    expect(groups).toMatchObject([{ payouts: 1 }]);
    expect(left_out).toMatchObject([{ reason: "over" }]);
  });
});

describe("a second person", () => {
  test("a second person must approve a file above the amount, and is never the one who requested it", async () => {
    await saves({ approve_above: 1_500 });
    const small = await creates(await pays({ amount: 1_500 }));
    expect(small).toMatchObject({ state: "ready", needs: null });
    shop = await desk.newShop();
    await saves({ approve_above: 1_500 });
    const batch = await pays({ amount: 1_501 });
    const file = await creates(batch);
    const entry = async () => (await shop.ann("payouts.list", { query: { batch } })).data[0];
    expect(file).toMatchObject({ state: "waiting", needs: "amount", mine: true });
    await expect(does("release", file)).rejects.toMatchObject({ code: "conflict" });
    await expect(does("approve", file)).rejects.toMatchObject({ code: "second_person" });
    await expect(does("approve", file, shop.carl)).rejects.toMatchObject({ status: 403 });
    await expect(does("approve", file, shop.bea, { sha256: "0".repeat(64) })).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await shop.bea("payout_files.waiting")).data).toEqual([{ batch: file.batch, files: 1 }]);
    expect((await shop.ann("payout_files.waiting")).data).toEqual([]);
    expect(await does("approve", file, shop.bea)).toMatchObject({ state: "ready", approved_by: "bea" });
    await expect(does("approve", file, shop.bea)).rejects.toMatchObject({ code: "conflict" });
    expect(await entry()).toMatchObject({ state: "made", payout_status: "pending", for_bank: false });
    expect(await does("release", file)).toMatchObject({ state: "released", releases: 1, released_by: "ann" });
    expect(await entry()).toMatchObject({ state: "made", payout_status: "pending", for_bank: true });
  }, 30_000);

  test("a second person must approve an amount that cannot be compared, and one for an account that changed", async () => {
    await saves({ approve_above: 1_000_000 });
    const batch = await pays(
      { amount: 100 },
      { amount: 100, currency: "USD", details: { kind: "paypal", paypal_email: "p@example.com" } },
    );
    expect(await creates(batch, { format: "paypal", currency: "USD" })).toMatchObject({ needs: "currency" });
    const [{ affiliate_id: id }] = (await shop.ann("payouts.list", { query: {} })).data.filter(
      (row: Any) => row.currency === "EUR",
    );
    await shop.ann("payout_details.save", {
      params: { id },
      body: { details: { kind: "iban", holder: "Eve", iban: ibans[3] } },
    });
    expect(await creates(batch)).toMatchObject({ needs: "changed", state: "waiting" });
  });

  test("only an owner sets the amount and the account, of which the activity keeps no number", async () => {
    await expect(shop.bea("payout_settings.save", { body: { payer, approve_above: null } })).rejects.toMatchObject({
      status: 403,
    });
    await saves({ approve_above: 500 });
    const kept = await shop.ann("payout_settings.save", { body: { approve_above: 700 } });
    expect(kept).toMatchObject({
      payer: { holder: "Demo Shop", masked: "DE02 •••• 2051" },
      approve_above: 700,
      updated_by: "ann",
    });
    const address = { bic: "COBADEFF", street: "Kettelweg 5", postcode: "50667", town: "Köln", country: "DE" };
    const whole = await shop.ann("payout_settings.save", {
      body: { payer: { ...payer, iban: "DE02120300000000202051", ...address }, approve_above: 700 },
    });
    expect(whole.payer).toEqual({ holder: "Demo Shop", masked: "DE02 •••• 2051", ...address });
    const rows = await desk.db.select().from(audit).where(eq(audit.storeId, shop.id));
    expect(JSON.stringify(rows)).not.toContain("1203000000");
  });
});

describe("a file", () => {
  test("a file is downloaded once per confirmation; another download needs a reason, and approval again", async () => {
    await saves({ approve_above: 100 });
    const file = await creates(await pays({ amount: 1_000 }));
    await does("approve", file, shop.bea);
    const downloads = await Promise.allSettled(Array.from({ length: 8 }, () => does("release", file)));
    expect(downloads.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(does("withdraw", file, shop.ann, undefined)).rejects.toMatchObject({ code: "conflict" });
    const reason = { reason: "The download was cut off." };
    expect(await does("reopen", file, shop.bea, reason)).toMatchObject({
      state: "waiting",
      requested_by: "bea",
      approved_by: null,
    });
    await expect(does("approve", file, shop.bea)).rejects.toMatchObject({ code: "second_person" });
    await does("approve", file, shop.ann);
    const again = await does("release", file, shop.bea);
    expect(again).toMatchObject({ releases: 2, sha256: file.sha256 });
    await expect(does("release", file, shop.bea)).rejects.toMatchObject({ code: "conflict" });
    const rows = await desk.db.select().from(audit).where(eq(audit.recordId, file.id));
    const deeds = new Set(rows.filter(({ outcome }) => outcome === "ok").map(({ operation }) => operation));
    expect([...deeds].sort()).toEqual(["approve", "create", "release", "reopen"]);
    expect(JSON.stringify(rows)).not.toContain("CstmrCdtTrfInitn");
    const [stored] = await desk.db.select().from(payoutFile).where(eq(payoutFile.id, file.id));
    expect(stored?.sealed.toString("latin1")).not.toContain("CstmrCdtTrfInitn");
  }, 30_000);

  test("a file that nobody downloaded can be withdrawn, which frees its payouts", async () => {
    await saves();
    const batch = await pays({ amount: 1_000 });
    const file = await creates(batch);
    expect(await does("withdraw", file, shop.bea, undefined)).toMatchObject({ state: "withdrawn" });
    await expect(does("release", file)).rejects.toMatchObject({ code: "conflict" });
    expect(await creates(batch, { format: "bank" })).toMatchObject({ payouts: 1, state: "ready" });
  });

  test("a file with a payout to somebody whose email address was changed is not released, and no other file takes the payout", async () => {
    await saves();
    const batch = await pays({ amount: 1_000 }, { amount: 2_000 });
    const file = await creates(batch);
    const [{ affiliate_id: affiliateId }] = (await shop.ann("payouts.list", { query: { per_page: 10 } })).data;
    const storeMode = { storeId: shop.id, mode: "sandbox" } as const;
    const { noteEmailChange } = await import("../partners/email-change.ts");
    await noteEmailChange({ ...storeMode, affiliateId }, "mira@old.test", { email: "mira@new.test" });
    await expect(does("release", file)).rejects.toMatchObject({ status: 409, code: "email_changed" });
    await does("withdraw", file, shop.bea, undefined);
    expect((await files(batch)).left_out).toMatchObject([{ affiliate_id: affiliateId, reason: "email_changed" }]);
    expect(await creates(batch)).toMatchObject({ payouts: 1, state: "ready" });
  });

  test("a file of another store does not exist", async () => {
    await saves();
    const file = await creates(await pays({ amount: 1_000 }));
    const other = await desk.newShop();
    await expect(does("release", file, other.ann)).rejects.toMatchObject({ status: 404 });
    await expect(does("approve", file, other.bea)).rejects.toMatchObject({ status: 404 });
  });
});

/** A process of its own that calls one function of the files when it is told to, so that it can be killed. */
async function startProcess(call: string, ...sent: unknown[]) {
  const membership = {
    person: { id: `ann-${shop.id}`, name: "ann" },
    store: { id: shop.id, name: "Demo Shop", ...facts },
    role: "owner",
  };
  const code = `
    import { registerHooks } from "node:module";
    const json = { importAttributes: { type: "json" } };
    registerHooks({
      load: (url, context, next) => next(url, url.endsWith(".json") ? { ...context, ...json } : context),
    });
    await import("./lib/runtime/server-modules.ts");
    await import("./lib/server/registrations.ts");
    const files = await import("./lib/server/payouts/files.ts");
    process.stdin.once("data", () => {
      files.${call}(${[{ membership, mode: "sandbox" }, ...sent].map((one) => JSON.stringify(one)).join(", ")})
        .then(() => console.log("done"), ({ code = "broken" }) => console.log(code))
        .finally(() => process.exit());
    });
    console.log("ready");`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said: string[] = [];
  child.stdout.on("data", (text) => said.push(...String(text).trim().split("\n")));
  await once(child.stdout, "data");
  return { child, said, go: () => child.stdin.write("go\n") };
}

type Process = Awaited<ReturnType<typeof startProcess>>;

/** Holds a table until all processes wait for it, then kills the first one. Returns what the others say. */
async function killedAt(table: string, killed: Process, ...others: Process[]): Promise<string[]> {
  const ends = [killed, ...others].map(({ child }) => once(child, "exit"));
  const holder = await desk.db.$client.connect();
  try {
    await holder.query(`begin; lock table desk.${table} in share mode`);
    for (const { go } of [killed, ...others]) go();
    const waiting = async () =>
      (await desk.db.execute(sql`select 1 from pg_locks where not granted and relation = ${`desk.${table}`}::regclass`))
        .rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(ends.length);
    killed.child.kill("SIGKILL");
    await ends[0];
    // The database may finish a statement of a process that is gone. The second lock waits for that.
    await holder.query(`rollback; begin; lock table desk.${table} in access exclusive mode`);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  await Promise.all(ends);
  return others.flatMap(({ said }) => said.filter((word) => word !== "ready")).sort();
}

describe("a process that is killed", () => {
  test("a process that is killed while it creates a file leaves none, and its payouts can be put into one", {
    tags: "long",
    timeout: 60_000,
  }, async () => {
    await saves();
    const batch = await pays({ amount: 1_000 }, { amount: 2_000 });
    const draft = { batch, format: "sepa", currency: "EUR" };
    await killedAt("payout_file_entry", await startProcess("createFile", draft));
    expect(await files(batch)).toMatchObject({ data: [], groups: [{ format: "sepa", total: 3_000, payouts: 2 }] });
    const file = await creates(batch);
    const { file_text } = await does("release", file);
    expect(createHash("sha256").update(file_text).digest("hex")).toBe(file.sha256);
    expect(await schemaErrors(file_text)).toEqual([]);
  });

  test("a process that is killed while it releases a file leaves it ready or released, and each download has the same bytes", {
    tags: "long",
    timeout: 60_000,
  }, async () => {
    await saves();
    const file = await creates(await pays({ amount: 1_000 }));
    await killedAt("payout_file", await startProcess("releaseFile", file.id, file.sha256));
    const [left] = await desk.db.select().from(payoutFile).where(eq(payoutFile.id, file.id));
    const reopens = () => does("reopen", file, shop.bea, { reason: "The process was killed." });
    if (left?.state !== "ready") await reopens();
    const first = await does("release", file);
    expect(first).toMatchObject({ releases: (left?.releases ?? 0) + 1 });
    await reopens();
    expect((await does("release", file)).file_text).toBe(first.file_text);
  });

  test("a process that is killed among others that do the same leaves no payout in two files, and no file released twice", {
    tags: "long",
    timeout: 60_000,
  }, async () => {
    await saves();
    const batch = await pays({ amount: 1_000 }, { amount: 2_000 });
    const draft = { batch, format: "sepa", currency: "EUR" };
    const [killed, ...creators] = await Promise.all([
      startProcess("createFile", draft),
      startProcess("createFile", { ...draft, format: "bank" }),
      startProcess("createFile", draft),
    ]);
    expect(await killedAt("payout_file_entry", killed, ...creators)).toEqual(["already_in_file", "done"]);
    const left = await files(batch);
    expect(left).toMatchObject({ data: [{ payouts: 2, total: 3_000 }], groups: [] });
    const [file] = left.data;

    const release = () => startProcess("releaseFile", file.id, file.sha256);
    const [gone, ...releasers] = await Promise.all([release(), release(), release()]);
    const said = await killedAt("payout_file", gone, ...releasers);
    // The database may have finished the release of the process that is gone.
    expect([
      ["conflict", "conflict"],
      ["conflict", "done"],
    ]).toContainEqual(said);
    expect((await files(batch)).data).toMatchObject([{ state: "released", releases: 1 }]);
    await expect(does("release", file)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the answer of the bank", () => {
  const camt = (entries: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn>${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
  const entry = (id: string, amount: string, back = "") =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${back ? "CRDT" : "DBIT"}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${back}</TxDtls></NtryDtls></Ntry>`;
  const statuses = async () =>
    Object.fromEntries(
      (await shop.program.call("GET", "/payouts")).body.data.map((row: Any) => [
        row.amount,
        [row.status, row.failure_reason],
      ]),
    );

  test("the answer of the bank makes payouts paid, or failed with the reason in words, by the IDs in the file", async () => {
    await saves();
    const batch = await pays({ amount: 1_000 }, { amount: 2_000 }, { amount: 3_000 });
    const { file_text } = await does("release", await creates(batch));
    const transfers = all(readXml(file_text), "Document", "CstmrCdtTrfInitn", "PmtInf", "CdtTrfTxInf");
    const idOf = (amount: string) =>
      textAt(
        transfers.find((each) => textAt(each, "Amt", "InstdAmt") === amount),
        "PmtId",
        "EndToEndId",
      ) ?? "";
    const text = camt(
      entry(idOf("10.00"), "10.00") +
        entry(idOf("20.00").toUpperCase(), "20.00", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>") +
        entry(idOf("30.00"), "30.01") +
        entry("NOTPROVIDED", "9.99"),
    );
    const { message, lines } = await shop.ann("payout_files.match", { body: { text } });
    expect(message).toBe("camt.054");
    expect(lines.map(({ becomes, problem }: Any) => [becomes, problem])).toEqual([
      ["paid", null],
      ["failed", null],
      ["paid", "other_amount"],
      ["paid", "not_found"],
    ]);
    await shop.ann("payout_files.apply", { body: { text } });
    await expect.poll(statuses, { timeout: 10_000 }).toMatchObject({
      1000: ["paid", null],
      2000: ["failed", "The account is closed (AC04)."],
      3000: ["pending", null],
    });
  }, 30_000);

  test("the answer of the bank returns money that was paid: the payout fails with the day and the reason, and is owed again", async () => {
    await saves();
    const batch = await pays({ amount: 1_000 }, { amount: 2_000 });
    const { file_text } = await does("release", await creates(batch));
    const ids = [...file_text.matchAll(/<EndToEndId>([^<]+)</g)].map(([, id]) => id);
    const applies = (text: string) => shop.ann("payout_files.apply", { body: { text } });
    await applies(camt(ids.map((id, at) => entry(id, `${at + 1}0.00`)).join("")));
    await expect.poll(statuses, { timeout: 10_000 }).toMatchObject({ 1000: ["paid", null], 2000: ["paid", null] });
    const why = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const came = camt(entry(ids[1], "20.00", why).replace("<Sts>", `<BookgDt><Dt>${day}</Dt></BookgDt><Sts>`));
    const match = () => shop.ann("payout_files.match", { body: { text: came } });
    const { lines, totals } = await match();
    expect(lines).toMatchObject([{ now: "paid", becomes: "returned", told_at: day, problem: null }]);
    expect(totals).toEqual([{ becomes: "returned", currency: "EUR", amount: 2_000, payouts: 1 }]);
    await applies(came);
    await expect.poll(statuses, { timeout: 10_000 }).toMatchObject({
      1000: ["paid", null],
      2000: ["failed", "The account is closed (AC04)."],
    });
    const [back] = (await shop.program.call("GET", "/payouts?status=failed")).body.data;
    expect(back).toMatchObject({ returned_at: `${day}T12:00:00.000Z`, paid_at: expect.any(String) });
    const deeds = await desk.db.select().from(audit).where(eq(audit.recordId, back.id));
    expect(JSON.stringify(deeds)).toContain(`${day}T12:00:00Z`);
    expect((await match()).lines).toMatchObject([{ becomes: "failed", problem: "already" }]);
    expect(await shop.ann("payouts.preview", { body: {} })).toMatchObject({
      payable: [{ currency: "EUR", amount: 2_000, payouts: 1 }],
    });
    expect((await shop.ann("payouts.counts")).states).toMatchObject({ made: 1, returned: 1 });
  }, 30_000);

  test("the answer of the bank for a whole file concerns each payout in it, but only one that was downloaded", async () => {
    await saves();
    const file = await creates(await pays({ amount: 1_000 }, { amount: 2_000 }));
    const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${file.id.replace("_", "-")}</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
    const match = async (sent: string) => (await shop.ann("payout_files.match", { body: { text: sent } })).lines;
    expect(await match(text)).toMatchObject([{ problem: "not_found" }]);
    await does("release", file);
    const why = "The money in the paying account is not enough (AM04).";
    expect(await match(text)).toMatchObject(Array(2).fill({ becomes: "failed", problem: null, told_reason: why }));
    const booked = (amount: string) =>
      camt(
        `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><Btch><PmtInfId>${file.id.replace("_", "-")}</PmtInfId></Btch></NtryDtls></Ntry>`,
      );
    expect(await match(booked("30.00"))).toMatchObject(Array(2).fill({ becomes: "paid", problem: null }));
    expect(await match(booked("29.99"))).toMatchObject([{ problem: "other_total", amount: 3_000, currency: "EUR" }]);
  }, 30_000);
});
