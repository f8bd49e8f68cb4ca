import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payoutDetailsDraft } from "../../contract/desk/payout-details.ts";
import { audit } from "../../database/schema/desk-audit.ts";
import { payoutDetails } from "../../database/schema/desk-bank.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { type JobsShop, type JobsTest, openJobsTest } from "../../testing/jobs/jobs.ts";
import { openPayouts, type PayoutsShop } from "../../testing/jobs/payouts.ts";

let desk: JobsTest;
let shop: JobsShop;
let pay: PayoutsShop;
let details: typeof import("./details.ts");

const iban = "DE89370400440532013000";
const bank = { kind: "iban", holder: "Mira Lindqvist", iban } as const;
const paypal = { kind: "paypal", paypal_email: "mira@example.com" } as const;

beforeAll(async () => {
  desk = await openJobsTest({ UPSTREAM_TIMEOUT_MS: "300" });
  details = await import("./details.ts");
  shop = await desk.newShop();
  pay = openPayouts(shop);
});
afterAll(() => desk.close());

const placeOf = (affiliateId: string) => ({ storeId: shop.id, mode: "live" as const, affiliateId });
const masked = async (id: string) => (await details.maskedDetails(placeOf(id), [id])).get(id);
const opened = async (id: string) => (await details.openDetails(placeOf(id), [id])).get(id)?.details ?? null;

describe("payout details", () => {
  test.each([
    [{ ...bank, iban: "DE89 3704 0044 0532 0130 00", bic: "cobadeffxxx" }, null],
    [{ ...bank, iban: "DE88370400440532013000" }, "Must be an IBAN with correct check digits."],
    [{ ...bank, bic: "COBADEF" }, "Must be a BIC of 8 or 11 characters."],
    [
      { ...bank, bic: "BNPAFRPP" },
      "Must be a BIC of the country of the IBAN (DE). This BIC is of a bank in FR. Leave it empty if you do not know it.",
    ],
    [{ ...bank, street: "Kungsgatan 5", postcode: "111 56", town: "Malmö", country: "SE" }, null],
    [{ ...bank, street: "Kungsgatan 5", country: "SE" }, "An address needs a town and a country."],
    [{ ...bank, town: "Malmö" }, "An address needs a town and a country."],
    [{ ...bank, town: "Malmö", country: "Sweden" }, "Must be an ISO 3166 country code such as DE."],
    [{ ...bank, holder: "x".repeat(71) }, "Must be at most 70 characters."],
    [{ kind: "paypal", paypal_email: "mira" }, "Must be an email address."],
    [{ kind: "wise", holder: "Mira", wise_recipient: "1234567" }, null],
    [{ kind: "wise", holder: "Mira" }, "Enter either an email address or a recipient ID."],
    [
      { kind: "bank_us", holder: "M", routing_number: "021000022", account_number: "1234", account_type: "checking" },
      "Must be a routing number of 9 digits with a correct check digit.",
    ],
    [{ kind: "bank_uk", holder: "M", sort_code: "12-34-56", account_number: "12345678" }, null],
    [
      { kind: "bank_uk", holder: "M", sort_code: "12-34-56", account_number: "1234567" },
      "Must be an account number of 8 digits.",
    ],
    [{ kind: "cash" }, "Must be one of iban, paypal, wise, bank_us, bank_uk."],
  ])("%j: %s", (draft, problem) => {
    expect(payoutDetailsDraft.safeParse(draft).error?.issues[0]?.message ?? null).toBe(problem);
  });

  test("payout details are encrypted, and only for their affiliate", async () => {
    await details.saveDetails(placeOf("aff_1"), bank, { by: "Ann", confirmed: true });
    expect(await masked("aff_1")).toMatchObject({
      current: { kind: "iban", masked: "DE89 •••• 3000", country: "DE", changed_by: "Ann" },
      pending: null,
    });
    expect(await opened("aff_1")).toEqual(bank);
    const [row] = await desk.db.select().from(payoutDetails).where(eq(payoutDetails.affiliateId, "aff_1"));
    expect(JSON.stringify(row) + row?.sealed.toString("latin1")).not.toContain("0532013");
    await desk.db
      .insert(payoutDetails)
      .values({ ...(row as NonNullable<typeof row>), affiliateId: "aff_2", id: "moved" });
    expect(await opened("aff_2")).toBeNull();
  });

  test("payout details take effect only when the affiliate has confirmed a change, and only its last one", async () => {
    await details.saveDetails(placeOf("aff_3"), bank, { by: "Ann", confirmed: true });
    const old = await details.saveDetails(placeOf("aff_3"), paypal, { by: "Mira", confirmed: false });
    const other = { ...paypal, paypal_email: "m@example.com" };
    const id = await details.saveDetails(placeOf("aff_3"), other, { by: "Mira", confirmed: false });
    expect(await opened("aff_3")).toEqual(bank);
    expect(await masked("aff_3")).toMatchObject({ pending: { masked: "m•••@example.com" } });
    expect(await details.confirmDetails(placeOf("aff_3"), old as string)).toBe(false);
    expect(await details.confirmDetails(placeOf("aff_4"), id as string)).toBe(false);
    expect(await opened("aff_3")).toEqual(bank);
    expect(await details.confirmDetails(placeOf("aff_3"), id as string)).toBe(true);
    expect(await details.confirmDetails(placeOf("aff_3"), id as string)).toBe(false);
    expect(await opened("aff_3")).toEqual(other);
    expect((await masked("aff_3"))?.pending).toBeNull();
  });

  test("the same details again are no change, and end one that waits", async () => {
    await details.saveDetails(placeOf("aff_5"), bank, { by: "Ann", confirmed: true });
    await details.saveDetails(placeOf("aff_5"), paypal, { by: "Mira", confirmed: false });
    expect(await details.saveDetails(placeOf("aff_5"), bank, { by: "Mira", confirmed: false })).toBeNull();
    expect(await masked("aff_5")).toMatchObject({ current: { changed_by: "Ann" }, pending: null });
  });

  test("the same account of two affiliates can be found without decrypting it", async () => {
    await details.saveDetails(placeOf("aff_6"), bank, { by: "Ann", confirmed: true });
    await details.saveDetails(placeOf("aff_7"), { ...bank, holder: "M. L." }, { by: "Ann", confirmed: true });
    await details.saveDetails(placeOf("aff_8"), paypal, { by: "Ann", confirmed: true });
    const rows = await desk.db.execute<{ fingerprint: string; affiliates: string[] }>(sql`
      select fingerprint, array_agg(affiliate_id order by 1) as affiliates from desk.payout_details
      where affiliate_id in ('aff_6', 'aff_7', 'aff_8') group by 1 having count(*) > 1`);
    expect(rows.rows.map(({ affiliates }) => affiliates.sort())).toEqual([["aff_6", "aff_7"]]);
  });

  test("payout details stay readable under a new secret, which finds the same accounts", async () => {
    const { rotateSecret } = await import("../rotate-secret.ts");
    const before = process.env.CARTWRIGHT_SECRET as string;
    const next = "another secret of at least thirty-two characters";
    const fingerprints = () =>
      desk.db.select({ id: payoutDetails.affiliateId, mark: payoutDetails.fingerprint }).from(payoutDetails);
    const were = await fingerprints();
    await rotateSecret(before, next);
    expect(await opened("aff_6")).toBeNull();
    const markOf = (rows: typeof were, id: string) => rows.find((row) => row.id === id)?.mark;
    const now = await fingerprints();
    expect(markOf(now, "aff_6")).not.toBe(markOf(were, "aff_6"));
    expect(markOf(now, "aff_6")).toBe(markOf(now, "aff_7"));
    await rotateSecret(next, before);
    expect(await opened("aff_6")).toEqual(bank);
    expect(await fingerprints()).toEqual(were);
  });
});

describe("a manager", () => {
  test("a manager stores details of an affiliate, of which the activity keeps no number", async () => {
    const affiliate = pay.affiliate(101);
    const saved = await shop.ask("payout_details", "save", { params: { id: affiliate }, body: { details: bank } });
    expect(saved).toMatchObject({ affiliate_id: affiliate, current: { masked: "DE89 •••• 3000" }, pending: null });
    const rows = await desk.db.select().from(audit).where(eq(audit.resource, "payout_details"));
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("0532");
    const queued = await desk.db.select().from(mail).where(eq(mail.kind, "payout_details_entered"));
    expect(queued).toMatchObject([
      { to: `a${affiliate}@partners.example`, locale: "en", about: { details: "DE89 •••• 3000" } },
    ]);
    await shop.ask("payout_details", "save", { params: { id: affiliate }, body: { details: bank } });
    expect(await desk.db.$count(mail)).toBe(1);
    await expect(
      shop.ask("payout_details", "save", { params: { id: "999" }, body: { details: bank } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test("a manager deletes details, and the affiliate learns which", async () => {
    const affiliate = pay.affiliate(104);
    await details.saveDetails(placeOf(affiliate), bank, { by: "Ann", confirmed: true });
    await details.saveDetails(placeOf(affiliate), paypal, { by: "Mira", confirmed: false });
    const remove = () => shop.ask("payout_details", "delete", { params: { id: affiliate } });
    await remove();
    expect(await masked(affiliate)).toEqual({ current: null, pending: null });
    await expect(remove()).rejects.toMatchObject({ status: 404 });
    const queued = await desk.db.select().from(mail).where(eq(mail.kind, "payout_details_deleted"));
    expect(queued).toMatchObject([
      { to: `a${affiliate}@partners.example`, locale: "en", about: { name: "A104", details: "DE89 •••• 3000" } },
    ]);
  });

  test("a manager is warned before the first payout after a change, and cannot confirm what changed since the preview", async () => {
    const worker = await desk.work();
    const affiliate = pay.affiliate(102, { payout_method: null });
    pay.affiliate(103);
    const place = placeOf(affiliate);
    await details.saveDetails(place, bank, { by: "Ann", confirmed: true });
    pay.commission(affiliate, 10);
    const first = await pay.preview([affiliate]);
    expect(first.lines[0]).toMatchObject({
      state: "payable",
      method: "bank_transfer",
      warnings: [{ code: "first_payout" }],
    });
    await pay.confirm(first);
    const states = async () => (await pay.rows()).map(({ state }: { state: string }) => state);
    await expect.poll(states, { timeout: 15_000 }).toEqual(["made"]);
    pay.commission(affiliate, 20);
    const calm = await pay.preview([affiliate]);
    expect(calm.lines[0]?.warnings.map(({ code }: { code: string }) => code)).not.toContain("method_changed");
    await details.saveDetails(place, paypal, { by: "Mira", confirmed: true });
    await expect(pay.confirm(calm)).rejects.toMatchObject({ code: "moved" });
    const { lines } = await pay.preview([affiliate]);
    expect(lines[0]?.warnings).toContainEqual({ code: "method_changed", was: null, now: "m•••@example.com" });
    await worker.stop();
  });
});
