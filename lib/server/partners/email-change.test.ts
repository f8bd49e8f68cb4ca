import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { payoutDetails } from "../../database/schema/desk-bank.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { emailChange, partner, partnerKey, partnerSession } from "../../database/schema/desk-portal.ts";
import { type Entered, openTestPortal } from "../../testing/portal.ts";
import { failure } from "../../testing/second-desk.ts";
import type { Caller } from "../wire/call.ts";

// Whoever reads the old mailbox of an affiliate, or holds what was opened with it, is shut out.

let portal: Awaited<ReturnType<typeof openTestPortal>>;
let code: Awaited<ReturnType<typeof load>>;
let staff: Caller;
let emails: string[];

const load = async () => ({
  ...(await import("../wire/perform-call.ts")),
  ...(await import("../desk/serve.ts")),
  ...(await import("../work/jobs/find-outcome.ts")),
  ...(await import("../payouts/preview.ts")),
  ...(await import("./account.ts")),
  ...(await import("./keys.ts")),
  ...(await import("./partners.ts")),
  ...(await import("../memory/partner-program.ts")),
  ...(await import("./shut-out.ts")),
});

beforeAll(async () => {
  portal = await openTestPortal(["shop"]);
  code = await load();
  const store = { id: "shop", name: "shop", currency: "EUR", timeZone: "Europe/Berlin" };
  const person = { id: "mia", name: "Mia", email: "mia@shop.test" };
  const membership = { person, store, role: "affiliate_manager" } as const;
  staff = { membership, mode: "sandbox", lane: "visible", actor: { kind: "person", id: "mia", name: "Mia" } };
  const { rows } = await portal.db.execute<{ email: string }>(sql`
    select a.email from affiliate.affiliate a join affiliate.affiliate_total t on t.affiliate_id = a.id and t.main
    where a.status = 'active' and a.deleted_at is null order by t.unpaid_balance desc, a.email limit 20`);
  emails = rows.map(({ email }) => email);
}, 120_000);
beforeEach(async () => {
  await portal.rest();
  await portal.db.execute(sql`truncate desk.attempt_limit`);
});
afterAll(() => portal.close());

/** Each sign-in looks up the affiliate; a quick machine has used the calls of a minute before the last of them. */
const enterNext = async () => {
  await portal.rest();
  return portal.enter("shop", emails.shift() as string);
};
const as = ({ cookie }: Entered, method: string, path: string, body?: unknown) =>
  portal.ask("shop", method, path, { cookie, ...(body !== undefined && { body }) });
const byKey = (secret: string) =>
  portal.ask("shop", "GET", "/earnings", { headers: { authorization: `Bearer ${secret}` } });
const newKey = async (who: Entered): Promise<string> => (await as(who, "POST", "/keys", { name: "Sheet" })).body.secret;
const iban = { details: { kind: "iban", holder: "Mallory", iban: "DE89370400440532013000" } };

const change = (affiliateId: string, body: object) =>
  code.perform({
    ...staff,
    api: "affiliate",
    resource: "affiliates",
    operation: "update",
    params: { id: affiliateId },
    body,
  });
/** As another system does that has a key of the affiliate service. */
const changeElsewhere = (affiliateId: string, set: ReturnType<typeof sql>) =>
  portal.db.execute(sql`update affiliate.affiliate set ${set} where id = ${affiliateId}`);
const told = async (affiliateId: string) =>
  (
    await portal.db
      .select()
      .from(mail)
      .where(and(eq(mail.kind, "email_changed")))
  )
    .filter(({ once }) => once.includes(affiliateId))
    .map(({ to }) => to)
    .sort();
const linesOf = async (affiliateId: string) => (await code.previewPayouts(staff, [affiliateId])).lines;
const desk = (name: string, raw: object) => code.runDesk(staff, "portal", name, raw as never);

test("a changed email ends the old session, key, link and open confirmation at once, and both addresses are told", async () => {
  const ann = await enterNext();
  const secret = await newKey(ann);
  await as(ann, "PUT", "/payout-details", iban);
  const confirm = `/payout-details/${(await portal.mailed(ann.email))?.split("/").at(-1)}/confirm`;
  const unused = (await portal.linkFor("shop", ann.email))?.split("/").at(-1);
  await change(ann.affiliateId, { email: "New.Ann@shop.test" });
  const refused = [
    await as(ann, "GET", "/earnings"),
    await as(ann, "PUT", "/payout-details", iban),
    await as(ann, "POST", confirm),
    await byKey(secret),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  const old = portal.open();
  expect((await old.post("sign-in/verify", { token: unused, locale: "de" })).status).toBe(410);
  expect(old.cookie()).toBe("");
  expect(await portal.db.$count(payoutDetails, eq(payoutDetails.affiliateId, ann.affiliateId))).toBe(0);
  expect(await told(ann.affiliateId)).toEqual([ann.email, "new.ann@shop.test"].sort());
  const again = await portal.enter("shop", "new.ann@shop.test");
  expect((await as(again, "POST", confirm)).status).toBe(410);
  expect((await as(again, "GET", "/profile")).body.email).toBe("new.ann@shop.test");
});

test("a mail of the change shows neither address in full", async () => {
  const rows = await portal.db.select().from(mail).where(eq(mail.kind, "email_changed"));
  expect(rows.map(({ about }) => about.email)).toEqual(["n•••@shop.test", "n•••@shop.test"]);
});

test("an address that another system changed is noticed by the session's next call, and told once", async () => {
  const bea = await enterNext();
  const secret = await newKey(bea);
  expect((await byKey(secret)).status).toBe(200);
  await changeElsewhere(bea.affiliateId, sql`email = 'bea@new.test'`);
  const answers = await Promise.all([0, 1, 2].map(() => as(bea, "PUT", "/payout-details", iban)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect((await byKey(secret)).status).toBe(401);
  expect(await portal.db.$count(payoutDetails, eq(payoutDetails.affiliateId, bea.affiliateId))).toBe(0);
  expect(await told(bea.affiliateId)).toEqual([bea.email, "bea@new.test"].sort());
});

test("a sign-in link that is requested with the new address ends the sessions of the old one", async () => {
  const cleo = await enterNext();
  await changeElsewhere(cleo.affiliateId, sql`email = 'cleo@new.test'`);
  await portal.enter("shop", "cleo@new.test");
  expect(await portal.db.$count(partnerSession, eq(partnerSession.userId, cleo.id))).toBe(1);
  expect((await as(cleo, "GET", "/keys")).status).toBe(401);
});

test("payouts are on hold for two days, wherever the address was changed", async () => {
  const { lines } = await code.previewPayouts(staff, null);
  const [first, outside = ""] = lines
    .flatMap(({ state, affiliate_id: id }) => (state === "payable" ? [id] : []))
    .reverse();
  const inPortal = await portal.enter("shop", await takeEmail(first as string));
  await takeEmail(outside);
  await changeElsewhere(inPortal.affiliateId, sql`email = 'in@new.test'`);
  await change(outside, { email: "out@new.test" });
  for (const id of [inPortal.affiliateId, outside]) {
    const line = (await linesOf(id)).find(({ state }) => state === "blocked");
    expect(line).toMatchObject({ blocking: [{ code: "email_changed", at: expect.any(String) }] });
    const body = {
      affiliate_id: id,
      amount: line?.amount,
      currency: line?.currency,
      commission_ids: line?.commission_ids,
    };
    const pay = code.perform({ ...staff, api: "affiliate", resource: "payouts", operation: "create", body });
    expect(await failure(pay)).toMatchObject({ status: 409, code: "email_changed" });
  }
  await portal.db.update(emailChange).set({ changedAt: sql`now() - interval '49 hours'` });
  expect((await linesOf(outside)).map(({ state }) => state)).toContain("payable");
});

test("a change whose response was lost is noted once its outcome is known", async () => {
  const email = emails.shift() as string;
  const { rows } = await portal.db.execute<{ id: string }>(
    sql`update affiliate.affiliate set email = 'lost@new.test' where email = ${email} returning id`,
  );
  const id = rows[0]?.id as string;
  const input = { params: { id }, body: { email: "lost@new.test" } };
  const write = { api: "affiliate", resource: "affiliates", operation: "update", input, before: { email } } as const;
  expect(await code.settle(staff, write)).toEqual({ state: "applied" });
  expect(await told(id)).toEqual([email, "lost@new.test"].sort());
});

test("what a session began before it was ended is refused at its end", async () => {
  const dora = await enterNext();
  const stale = { ...(await code.readPartner(dora.id)), sessionId: await sessionOf(dora) };
  const login = (await row(dora.id))?.login;
  await change(dora.affiliateId, { email: "dora@new.test" });
  const context = { partner: stale as never, program: await code.programOf({ storeId: "shop", mode: "sandbox" }) };
  const late: (() => unknown)[] = [
    () => code.details.save({ body: iban } as never, context),
    () => code.details.confirm({ params: { id: "pd_1" } } as never, context),
    () => code.keys.create({ body: { name: "Late" } } as never, context),
    () => code.requireLogin(dora.id, login),
    () => code.requirePasskeyOfSession(stale as never),
  ];
  for (const finish of late) expect(await failure(finish() as Promise<unknown>)).toMatchObject({ status: 401 });
  expect(await portal.db.$count(partnerKey, eq(partnerKey.partnerId, dora.id))).toBe(0);
  expect(await portal.db.$count(payoutDetails, eq(payoutDetails.affiliateId, dora.affiliateId))).toBe(0);
});

test("another change than that of the address ends nothing", async () => {
  const eve = await enterNext();
  await change(eve.affiliateId, { email: eve.email.toUpperCase(), notes: "Called" });
  expect((await as(eve, "GET", "/keys")).status).toBe(200);
  expect(await told(eve.affiliateId)).toEqual([]);
});

test("a sign-out everywhere, a suspension and a deletion end API keys as well as sessions", async () => {
  const [fay, gil, hal] = [await enterNext(), await enterNext(), await enterNext()];
  const secrets = [await newKey(fay), await newKey(gil), await newKey(hal)];
  await desk("sign_out", { params: { id: fay.affiliateId } });
  await change(gil.affiliateId, { status: "suspended" });
  await portal.db.execute(sql`
    update affiliate.affiliate_total set pending = 0, approved = paid, clawed_back = 0, reserved = 0 where affiliate_id = ${hal.affiliateId}`);
  await portal.db.execute(sql`
    update affiliate.commission set status = 'approved' where affiliate_id = ${hal.affiliateId} and status = 'pending'`);
  const gone = { ...staff, api: "affiliate", resource: "affiliates", operation: "delete" } as const;
  await code.perform({ ...gone, params: { id: hal.affiliateId } });
  for (const [n, one] of [fay, gil, hal].entries()) {
    expect([(await as(one, "GET", "/keys")).status, (await byKey(secrets[n] as string)).status]).toEqual([401, 401]);
  }
  expect(await row(hal.id)).toBeUndefined();
  // Who is suspended may still read the account, but has no keys.
  const back = await portal.enter("shop", gil.email);
  expect((await as(back, "POST", "/keys", { name: "Again" })).body.error.code).toBe("not_active");
});

test("a key of an affiliate whom another system made inactive is refused and revoked", async () => {
  const ida = await enterNext();
  const secret = await newKey(ida);
  await changeElsewhere(ida.affiliateId, sql`status = 'inactive'`);
  await portal.rest();
  await expect.poll(async () => (await byKey(secret)).status).toBe(401);
  expect(await portal.db.$count(partnerKey, eq(partnerKey.partnerId, ida.id))).toBe(0);
  expect((await as(ida, "GET", "/earnings")).status).toBe(200);
});

test("staff see an affiliate's keys without their secrets, and revoke one of them", async () => {
  const jo = await enterNext();
  const [first, second] = [await newKey(jo), await newKey(jo)];
  const at = { params: { id: jo.affiliateId } };
  const { keys } = ((await desk("access", at)) as { partner: { keys: { id: string; last_four: string }[] } }).partner;
  expect(keys.map((key) => key.last_four)).toEqual([first, second].map((secret) => secret.slice(-4)));
  expect(JSON.stringify(keys)).not.toContain(first.slice(0, 20));
  await desk("revoke_key", { params: { ...at.params, key: keys[0]?.id } });
  expect([(await byKey(first)).status, (await byKey(second)).status]).toEqual([401, 200]);
  const other = await enterNext();
  const wrong = desk("revoke_key", { params: { id: other.affiliateId, key: keys[1]?.id } });
  expect(await failure(wrong as Promise<unknown>)).toMatchObject({ status: 404 });
});

/** No later test signs in with this address. */
async function takeEmail(id: string): Promise<string> {
  const { rows } = await portal.db.execute<{ email: string }>(
    sql`select email from affiliate.affiliate where id = ${id}`,
  );
  emails = emails.filter((email) => email !== rows[0]?.email);
  return rows[0]?.email as string;
}
const row = async (id: string) => (await portal.db.select().from(partner).where(eq(partner.id, id)))[0];
async function sessionOf({ id }: Entered): Promise<string> {
  const [found] = await portal.db.select().from(partnerSession).where(eq(partnerSession.userId, id));
  return found?.id as string;
}
