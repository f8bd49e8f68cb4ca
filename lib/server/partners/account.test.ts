import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../../database/schema/desk-audit.ts";
import { payoutDetails } from "../../database/schema/desk-bank.ts";
import { partner } from "../../database/schema/desk-portal.ts";
import { type Entered, openTestPortal } from "../../testing/portal.ts";

let portal: Awaited<ReturnType<typeof openTestPortal>>;
let ann: Entered;
let ben: Entered;

beforeAll(async () => {
  portal = await openTestPortal(["shop"]);
  const [first, second] = await portal.busiest("shop");
  ann = await portal.enter("shop", first as string);
  ben = await portal.enter("shop", second as string);
}, 120_000);
beforeEach(() => portal.rest());
afterAll(() => portal.close());

const as = ({ cookie }: Entered, method: string, path: string, body?: unknown) =>
  portal.ask("shop", method, path, { cookie, ...(body !== undefined && { body }) });

const iban = (number: string) => ({ details: { kind: "iban", holder: "Ann Lee", iban: number } });

test("payout details are shown in part, and count once the link in the mail was followed by the same affiliate", async () => {
  const wrong = await as(ann, "PUT", "/payout-details", iban("DE89 3704 0044 0532 0130 01"));
  expect([wrong.status, wrong.body.error.details[0].field]).toEqual([400, "details.iban"]);
  const saved = await as(ann, "PUT", "/payout-details", iban("DE89 3704 0044 0532 0130 00"));
  expect(saved.body).toMatchObject({ current: null, pending: { masked: "DE89 •••• 3000", country: "DE" } });
  const stored = await portal.db.select().from(payoutDetails);
  expect(JSON.stringify(stored)).not.toContain("37040044");
  const id = (await portal.mailed(ann.email))?.split("/").at(-1);
  const confirm = `/payout-details/${id}/confirm`;
  expect((await as(ben, "POST", confirm)).status).toBe(410);
  expect((await as(ann, "POST", confirm)).body).toMatchObject({ current: { masked: "DE89 •••• 3000" }, pending: null });
  expect((await as(ann, "POST", confirm)).body.error.code).toBe("link_ended");
});

test("a statement adds up, and its file has a line for each commission and payout", async () => {
  const { rows } = await portal.db.execute<{ month: string }>(sql`
    select to_char(created_at at time zone 'Europe/Berlin', 'YYYY-MM') as month from affiliate.commission
    where affiliate_id = ${ann.affiliateId} group by 1 order by count(*) desc limit 1`);
  const month = rows[0]?.month as string;
  const { body } = await as(ann, "GET", `/statements/${month}`);
  const { rows: sums } = await portal.db.execute<{ currency: string; earned: number; count: number }>(sql`
    select currency, sum(amount) filter (where amount > 0 and status <> 'rejected')::int as earned, count(*)::int as count
    from affiliate.commission where affiliate_id = ${ann.affiliateId}
      and to_char(created_at at time zone 'Europe/Berlin', 'YYYY-MM') = ${month} group by currency`);
  expect(body.commissions.length).toBe(sums.reduce((sum, { count }) => sum + count, 0));
  for (const { currency, earned } of sums.filter((each) => each.earned > 0)) {
    expect(body.currencies.find((each: { currency: string }) => each.currency === currency)?.earned).toBe(earned);
  }
  const { text } = await as(ann, "GET", `/statements/${month}/csv`);
  expect(text.trim().split("\r\n")).toHaveLength(1 + body.commissions.length + body.payouts.length);
  expect((await as(ann, "GET", "/statements/2026-13")).status).toBe(400);
});

test("the figures of a period are the affiliate's own, day by day", async () => {
  const { body } = await as(ann, "GET", "/performance?start_date=2026-01-01&end_date=2026-12-31");
  const { rows } = await portal.db.execute<{ clicks: number; orders: number }>(sql`
    select (select coalesce(sum(clicks), 0)::int from affiliate.daily_click
        where affiliate_id = ${ann.affiliateId} and day between '2026-01-01' and '2026-12-31') as clicks,
      (select coalesce(sum(orders), 0)::int from affiliate.daily_affiliate
        where affiliate_id = ${ann.affiliateId} and day between '2026-01-01' and '2026-12-31') as orders`);
  expect(rows[0]?.clicks).toBeGreaterThan(0);
  expect({ clicks: body.clicks, orders: body.orders }).toEqual(rows[0]);
  const sum = (name: "clicks" | "orders") =>
    body.days.reduce((all: number, day: Record<string, number>) => all + (day[name] ?? 0), 0);
  expect([sum("clicks"), sum("orders")]).toEqual([body.clicks, body.orders]);
});

test("a profile and tax details are changed, and staff see who did it", async () => {
  const named = { first_name: "Anna", last_name: "Lee", company_name: "", country: "jp", website: "" };
  expect((await as(ann, "PUT", "/profile", named)).body).toMatchObject({
    first_name: "Anna",
    country: "JP",
    website: "",
  });
  expect((await as(ann, "PUT", "/profile", { ...named, commission_rate: 90 })).status).toBe(400);
  const tax = { legal_name: "Anna Lee", country: "JP", vat_id: "", tax_number: "123", address: "1-1\nTokyo" };
  expect((await as(ann, "PUT", "/tax", tax)).body).toEqual(tax);
  const deeds = await portal.db.select().from(audit).where(eq(audit.actorId, ann.id));
  expect(deeds.map(({ operation }) => operation)).toEqual(expect.arrayContaining(["update", "tax_save"]));
  expect([...new Set(deeds.map(({ actorKind, role }) => `${actorKind} ${role}`))]).toEqual(["partner null"]);
});

test("an affiliate can change something 60 times a minute, and read without such a limit", async () => {
  const change = () => as(ben, "PUT", "/payout-details", iban("wrong"));
  const some = await Promise.all(Array.from({ length: 60 }, change));
  expect(some.map(({ status }) => status)).toEqual(Array(60).fill(400));
  const { status, body } = await change();
  expect([status, body.error.code]).toEqual([429, "too_many_attempts"]);
  expect((await as(ben, "GET", "/profile")).status).toBe(200);
  expect((await as(ann, "PUT", "/payout-details", iban("wrong"))).status).toBe(400);
});

test("all data can be downloaded, and an account with open money cannot be closed by accident", async () => {
  const { body } = await as(ann, "GET", "/data");
  expect(Object.keys(body)).toEqual(expect.arrayContaining(["profile", "commissions", "payouts", "links", "sessions"]));
  expect((await as(ann, "POST", "/data/erase", { email: "x@y.test" })).status).toBe(400);
  await portal.db.execute(sql`
    update affiliate.affiliate_total set pending = 0, approved = paid, clawed_back = 0, reserved = 0
    where affiliate_id = ${ben.affiliateId}`);
  await portal.db.execute(sql`
    update affiliate.affiliate_total set pending = 5 where affiliate_id = ${ann.affiliateId}`);
  expect((await as(ann, "POST", "/data/erase", { email: ann.email })).body.error.code).toBe("money_open");
  expect((await as(ben, "POST", "/data/erase", { email: ben.email })).status).toBe(200);
  expect(await portal.db.$count(partner, eq(partner.id, ben.id))).toBe(0);
  expect((await as(ben, "GET", "/earnings")).status).toBe(401);
});
