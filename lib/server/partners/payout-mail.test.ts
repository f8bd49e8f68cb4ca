import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { store } from "../../database/schema/desk.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerProgram } from "../../database/schema/desk-partners.ts";
import { partner } from "../../database/schema/desk-portal.ts";
import { openTestDesk } from "../../testing/desk.ts";
import { openMailbox } from "../../testing/smtp.ts";

// What an affiliate is told of a payout that failed, from the call or the event to the mail.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let noteOutcome: typeof import("./decisions.ts").noteOutcome;
let takeEvents: typeof import("../desk/live/events.ts").takeEvents;
let sendDue: typeof import("../work/mail/worker.ts").sendDue;

const shop = { storeId: "shop", mode: "sandbox" } as const;
const membership = { person: { id: "ann", name: "Ann" }, store: { id: "shop" }, role: "owner" };
const call = { membership, mode: "sandbox", api: "affiliate", resource: "payouts", operation: "update" };

beforeAll(async () => {
  mailbox = await openMailbox();
  desk = await openTestDesk({ SMTP_URL: mailbox.url, CHECKOUT_API_URL: "", CHECKOUT_SANDBOX_API_URL: "" });
  ({ noteOutcome } = await import("./decisions.ts"));
  ({ takeEvents } = await import("../desk/live/events.ts"));
  ({ sendDue } = await import("../work/mail/worker.ts"));
  await desk.db.insert(store).values({ id: "shop", name: "Blue Bottle", currency: "EUR", timeZone: "UTC" });
  const program = { ...shop, slug: "friends", name: "Friends", open: true, portalOpen: true };
  await desk.db.insert(partnerProgram).values(program);
  for (const locale of ["en", "de", "ja"]) {
    const person = {
      id: `prt_${locale}`,
      login: locale,
      name: "Mira Lindqvist",
      email: `${locale}@example.com`,
      locale,
    };
    await desk.db.insert(partner).values({ ...shop, ...person, affiliateId: `aff_${locale}` });
  }
});
afterAll(async () => {
  await desk.close();
  await mailbox.close();
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  await desk.db.execute(sql`truncate desk.mail, desk.seen_event`);
  await desk.db.update(partnerProgram).set({ portalOpen: true });
});

const failed = (locale: string, more: object = {}) => ({
  id: `pay_${locale}`,
  affiliate_id: `aff_${locale}`,
  amount: 1240,
  currency: "EUR",
  status: "failed",
  failure_reason: "The account is closed (AC04).",
  ...more,
});
const note = (payout: { id: string; status: string }) =>
  noteOutcome({ ...call, params: { id: payout.id }, body: { status: payout.status } } as never, payout);
const kinds = async () => (await desk.db.select().from(mail).orderBy(mail.createdAt)).map(({ kind }) => kind);

test.each([
  ["en", "€12.40", "The account is closed (AC04)."],
  ["de", "12,40\u00a0€", "Das Konto ist aufgelöst (AC04)."],
  ["ja", "€12.40", "口座は解約されています（AC04）。"],
])(
  "a returned payout is told in %s, with the amount, the bank’s reason and the way to the details",
  async (locale, amount, reason) => {
    for (let n = 0; n < 2; n++) await note(failed(locale, { returned_at: "2026-11-05T12:00:00Z" }));
    await sendDue();
    expect(mailbox.mails).toHaveLength(1);
    const [sent] = mailbox.mails;
    expect(sent?.to).toEqual([`${locale}@example.com`]);
    for (const part of [amount, reason, "Mira Lindqvist"]) expect(sent?.text).toContain(part);
    expect(sent?.text).toContain('<a href="http://desk.test/partners/friends/account?change=payout"');
    expect(sent?.text).not.toMatch(/[{}]/);
  },
);

test("a failed payout is told once, whether the change was made in Cartwright or by another program", async () => {
  await note(failed("en"));
  const data = { ...failed("en"), payout_id: "pay_en" };
  await takeEvents(shop, [{ id: "evt_1", type: "payout.failed", data }]);
  const other = { ...failed("de"), payout_id: "pay_de" };
  await takeEvents(shop, [{ id: "evt_2", type: "payout.returned", data: other }]);
  expect(await kinds()).toEqual(["payout_failed", "payout_failed"]);
});

test("a paid payout is told once, whoever marked it, and a payout on its way not at all", async () => {
  const paid = failed("en", { status: "paid", failure_reason: null });
  await takeEvents(shop, [{ id: "evt_1", type: "payout.paid", data: { ...paid, payout_id: "pay_en" } }]);
  await note(paid);
  await note(failed("en", { id: "pay_other", status: "processing" }));
  await takeEvents(shop, [{ id: "evt_2", type: "payout.created", data: { ...paid, payout_id: "pay_new" } }]);
  expect(await kinds()).toEqual(["payout_sent"]);
});

test("the reason that a person wrote is no link, and a closed portal has no address", async () => {
  await desk.db.update(partnerProgram).set({ portalOpen: false }).where(eq(partnerProgram.slug, "friends"));
  await note(failed("en", { failure_reason: "See http://evil.example/x or evil.com" }));
  await sendDue();
  const text = mailbox.mails[0]?.text ?? "";
  expect(text).not.toMatch(/<a href|evil\.(example|com)|http:\/\/evil|\{link\}|partners\/friends|\n\n\n/);
  expect(text).toContain("Friends");
});

test("a payout without a reason says nothing about it", async () => {
  await note(failed("en", { failure_reason: null }));
  await sendDue();
  expect(mailbox.mails[0]?.text).not.toMatch(/null|undefined|reason|\n\n\n/);
});
