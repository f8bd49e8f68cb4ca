import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { affiliate } from "../../contract/affiliate/index.ts";
import { checkout } from "../../contract/checkout/index.ts";
import { type Contract, operationsOf } from "../../contract/define.ts";
import { desk as deskContract } from "../../contract/desk/index.ts";
import { partnerContract } from "../../contract/partner/index.ts";
import { buildPath } from "../../contract/paths.ts";
import { partnerProgram } from "../../database/schema/desk-partners.ts";
import { partner, partnerKey, partnerSession } from "../../database/schema/desk-portal.ts";
import { createServices } from "../../services/index.ts";
import { openBrowser } from "../../testing/browser.ts";
import { type Entered, openTestPortal, origin, password } from "../../testing/portal.ts";

// Nothing leads from partners to staff, to customers or to each other, nor from staff to the portal.

let portal: Awaited<ReturnType<typeof openTestPortal>>;
let code: Awaited<ReturnType<typeof load>>;
let ann: Entered;
let ben: Entered;
/** A partner of another store, and a person of the staff of this one. */
let stranger: Entered;
let staff = "";

const load = async () => ({
  ...(await import("./partners.ts")),
  ...(await import("./shut-out.ts")),
  ...(await import("./earnings.ts")),
  ...(await import("./caller.ts")),
  ...(await import("../payouts/owed-two-ways.ts")),
  ...(await import("../desk/serve.ts")),
  ...(await import("../proxy.ts")),
});

beforeAll(async () => {
  portal = await openTestPortal(["shop", "other"]);
  code = await load();
  const [first, second] = await portal.busiest("shop");
  ann = await portal.enter("shop", first as string);
  ben = await portal.enter("shop", second as string);
  stranger = await portal.enter("other", (await portal.busiest("other"))[0] as string);
  const { addMember } = await import("../people/set-up.ts");
  await addMember({ name: "Mia", email: "mia@shop.test", password }, "shop", "affiliate_manager");
  const browser = openBrowser(origin, await import("../../../app/api/auth/[...all]/route.ts"), "192.0.2.250");
  await browser.post("sign-in/email", { email: "mia@shop.test", password });
  staff = browser.cookie();
}, 120_000);
beforeEach(() => portal.rest());
afterAll(() => portal.close());

const operations = operationsOf(partnerContract as Contract);

/** An address of the operation, with ids that could exist. */
const pathOf = (path: string, values: Record<string, string> = {}) =>
  buildPath(path, { id: "x1", month: "2026-10", ...values });

test("without a session, with a session of staff or of another program, every operation of the portal is refused", async () => {
  const callers = { nobody: "", staff, stranger: stranger.cookie, forged: ann.cookie.replace(/.{4}$/, "AAAA") };
  for (const { operation } of operations) {
    for (const [who, cookie] of Object.entries(callers)) {
      const sent = { cookie, ...(operation.body && { body: {} }) };
      const answer = await portal.ask("shop", operation.method, pathOf(operation.path), sent);
      expect([answer.status, answer.body?.error.code], `${who}: ${operation.summary}`).toEqual([401, "signed_out"]);
    }
  }
});

test("a partner's session and key are refused at every address of staff and of the services", async () => {
  const { body } = await portal.ask("shop", "POST", "/keys", { cookie: ann.cookie, body: { name: "Reader" } });
  const places: [string, Contract, typeof code.serveDesk][] = [
    ["desk", deskContract, code.serveDesk],
    ["affiliate", affiliate, code.createProxy("affiliate")],
    ["checkout", checkout, code.createProxy("checkout")],
  ];
  const app = createServices(portal.db);
  for (const [api, contract, route] of places) {
    for (const { operation } of operationsOf(contract)) {
      const values = Object.fromEntries([...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "x1"]));
      const path = buildPath(operation.path, values);
      const withKey: Record<string, string> = { authorization: `Bearer ${body.secret}` };
      for (const headers of [{}, withKey]) {
        const sent = { cookie: ann.cookie, headers, ...(operation.body && { body: {} }) };
        const request = portal.requestOf(operation.method, `/api/shop/sandbox/${api}${path}`, sent);
        const answer = await route(request, { params: Promise.resolve({ store: "shop", mode: "sandbox" }) });
        expect([answer.status, (await answer.json()).error.code], `${api} ${path}`).toEqual([401, "signed_out"]);
      }
      if (api === "desk") continue;
      const headers = { authorization: `Bearer ${body.secret}`, cookie: ann.cookie };
      const answer = await app.request(`${origin}/services/${api}/v1${path}`, { method: operation.method, headers });
      expect(answer.status, `service ${api} ${path}`).toBe(401);
    }
  }
});

test("ids and filters of another affiliate change nothing and show nothing", async () => {
  const made = (await portal.ask("shop", "POST", "/keys", { cookie: ben.cookie, body: { name: "Ben" } })).body;
  const own = await portal.db.execute<{ id: string }>(sql`
    select id from affiliate.commission where affiliate_id = ${ben.affiliateId}
    union select id from affiliate.payout where affiliate_id = ${ben.affiliateId}
    union select id from affiliate.link where affiliate_id = ${ben.affiliateId}`);
  const secrets = [ben.email, ben.affiliateId, ben.id, made.key.id, ...own.rows.map(({ id }) => id)];
  for (const { operation } of operations.filter(({ operation }) => operation.method === "GET")) {
    const path = `${pathOf(operation.path)}?affiliate_id=${ben.affiliateId}&id=${ben.affiliateId}&per_page=100`;
    const answer = await portal.ask("shop", "GET", path, { cookie: ann.cookie });
    expect([200, 404], `${operation.summary}: ${answer.text}`).toContain(answer.status);
    expect(
      secrets.filter((secret) => answer.text.includes(secret)),
      operation.summary,
    ).toEqual([]);
  }
  const link = { destination_url: "https://shop.test/", affiliate_id: ben.affiliateId };
  expect((await portal.ask("shop", "POST", "/links", { cookie: ann.cookie, body: link })).status).toBe(400);
  expect((await portal.ask("shop", "DELETE", `/keys/${made.key.id}`, { cookie: ann.cookie })).status).toBe(404);
  expect(await portal.db.$count(partnerKey, eq(partnerKey.id, made.key.id))).toBe(1);
});

test("no answer to a partner names a customer, whatever staff wrote about the orders", async () => {
  const note = "Asked Carla Customer, carla@customers.test";
  await portal.db.execute(sql`
    update affiliate.commission set rejection_reason = case when status = 'rejected' then ${note} end, note = ${note}
    where affiliate_id = ${ann.affiliateId} and status = 'rejected'`);
  const { rows } = await portal.db.execute<{ email: string }>(sql`
    select distinct customer_email as email from affiliate."order" where customer_email is not null`);
  expect(rows.length).toBeGreaterThan(20);
  const customers = [...rows.map(({ email }) => email), "Carla", "carla@customers.test"];
  const { rows: months } = await portal.db.execute<{ month: string }>(sql`
    select distinct to_char(created_at, 'YYYY-MM') as month from affiliate.commission
    where affiliate_id = ${ann.affiliateId} order by month desc limit 2`);
  const texts = [];
  for (const { operation } of operations.filter(({ operation }) => operation.method === "GET")) {
    for (const { month } of operation.path.includes(":month") ? months : [{ month: "" }]) {
      const answer = await portal.ask("shop", "GET", `${pathOf(operation.path, { month })}`, { cookie: ann.cookie });
      expect(
        customers.filter((name) => answer.text.includes(name)),
        operation.summary,
      ).toEqual([]);
      texts.push(answer.text);
    }
  }
  expect(texts.join().length).toBeGreaterThan(5_000);
});

test("the earnings of an affiliate are those that the desk shows", async () => {
  const emails = await portal.busiest("shop");
  for (const email of emails) {
    const { id, affiliateId } =
      email === ann.email ? ann : email === ben.email ? ben : await portal.enter("shop", email);
    const found = await code.readPartner(id);
    if (!found) throw new Error("The partner is gone.");
    const account = await code.readAccount(code.callerOfPartner(found), affiliateId);
    const balances = await code.readBalances(found);
    for (const { currency, owed, paid } of account.currencies) {
      const shown = balances.find((each) => each.currency === currency);
      expect([shown?.owed, (shown?.paid ?? 0) + (shown?.on_its_way ?? 0)]).toEqual([owed, paid.amount]);
    }
    expect(account.currencies.length).toBeGreaterThan(0);
  }
});

test("the answer for an address says nothing about it, and only affiliates get a link, which works once", async () => {
  expect(await portal.linkFor("shop", "nobody@shop.test")).toBeUndefined();
  expect(await portal.linkFor("shop", "mia@shop.test")).toBeUndefined();
  const token = (await portal.linkFor("shop", ben.email))?.split("/").at(-1);
  const stored = await portal.db.execute(sql`select identifier from desk.partner_verification`);
  expect(JSON.stringify(stored.rows)).not.toContain(token);
  const browser = portal.open();
  expect((await browser.post("sign-in/verify", { token, locale: "en" })).status).toBe(200);
  expect(browser.cookie()).toMatch(/^cartwright-partner/);
  expect((await browser.post("sign-in/verify", { token, locale: "en" })).body.error.code).toBe("link_ended");
  expect((await browser.post("sign-out")).status).toBe(200);
  expect(browser.cookie()).toBe("");
});

test("links for one address, and from one network, are limited", async () => {
  const browser = portal.open();
  const asked = [];
  for (let n = 0; n < 7; n++) {
    const answer = await browser.post("sign-in/link", { program: "shop", email: `n${n}@shop.test`, locale: "en" });
    asked.push(answer.status);
  }
  expect(asked).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test("a key reads what the portal shows of money and links, and nothing else", async () => {
  const { secret, key } = (await portal.ask("shop", "POST", "/keys", { cookie: ann.cookie, body: { name: "R" } })).body;
  const headers = { authorization: `Bearer ${secret}` };
  for (const { operation } of operations) {
    const answer = await portal.ask("shop", operation.method, pathOf(operation.path), {
      headers,
      ...(operation.body && { body: {} }),
    });
    const wanted = operation.scope === "read" ? [200, 404] : [403];
    expect(wanted, `${operation.summary}: ${answer.text}`).toContain(answer.status);
  }
  expect((await portal.ask("other", "GET", "/earnings", { headers })).status).toBe(401);
  await portal.ask("shop", "DELETE", `/keys/${key.id}`, { cookie: ann.cookie });
  expect((await portal.ask("shop", "GET", "/earnings", { headers })).status).toBe(401);
});

test("links lead to allowed pages only, and belong to the partner", async () => {
  const make = (destination_url: string) =>
    portal.ask("shop", "POST", "/links", { cookie: ann.cookie, body: { destination_url } });
  for (const address of ["https://evil.test/", "https://shop.test.evil.test/", "https://notshop.test/"]) {
    expect((await make(address)).body.error.details[0].field, address).toBe("destination_url");
  }
  expect((await make("https://shop.test@evil.test/")).status).toBe(400);
  const made = await make("https://www.shop.test/boots");
  expect(made.status).toBe(201);
  const { rows } = await portal.db.execute(sql`select affiliate_id from affiliate.link where id = ${made.body.id}`);
  expect(rows).toEqual([{ affiliate_id: ann.affiliateId }]);
});

test("switching the portal off, or signing out everywhere, ends access at once", async () => {
  const where = eq(partnerProgram.slug, "other");
  await portal.db.update(partnerProgram).set({ open: false }).where(where);
  expect((await portal.ask("other", "GET", "/earnings", { cookie: stranger.cookie })).status).toBe(200);
  await portal.db.update(partnerProgram).set({ portalOpen: false }).where(where);
  expect((await portal.ask("other", "GET", "/earnings", { cookie: stranger.cookie })).status).toBe(404);
  await portal.db.update(partnerProgram).set({ portalOpen: true }).where(where);
  expect((await portal.ask("other", "GET", "/earnings", { cookie: stranger.cookie })).status).toBe(200);
  const [row] = await portal.db.select().from(partner).where(eq(partner.id, stranger.id));
  if (row) await portal.db.transaction((tx) => code.shutOut(tx, row));
  expect(await portal.db.$count(partnerSession, eq(partnerSession.userId, stranger.id))).toBe(0);
  expect((await portal.ask("other", "GET", "/earnings", { cookie: stranger.cookie })).status).toBe(401);
});
