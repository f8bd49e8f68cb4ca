import { and, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { partnerAuthBase as base } from "../contract/partner/words.ts";
import { mail } from "../database/schema/desk-mail.ts";
import { partnerProgram } from "../database/schema/desk-partners.ts";
import { partner } from "../database/schema/desk-portal.ts";
import { openBrowser } from "./browser.ts";
import { openTestDesk } from "./desk.ts";

export const origin = "http://desk.test";
export const password = "a wheel has six spokes";

type Sent = { cookie?: string; body?: unknown; headers?: Record<string, string> };
export type Entered = { id: string; affiliateId: string; email: string; cookie: string };

/** Programs over demo shops, with partners who sign in by mailed links. The sandbox of a store is its program. */
export async function openTestPortal(stores: readonly string[]) {
  const desk = await openTestDesk({ LOG_LEVEL: "silent", SMTP_URL: "smtp://127.0.0.1:9", CHECKOUT_API_URL: "" });
  const { setUpAgain } = await import("../server/people/set-up.ts");
  const { fillProgram } = await import("../services/simulator/program/fill.ts");
  const { backgroundEnd } = await import("../server/unawaited.ts");
  const { servePartner } = await import("../server/partners/serve.ts");
  const auth = await import("../../app/api/partners/auth/[...all]/route.ts");
  for (const id of stores) {
    const owner = { name: "Owner", email: "owner@shop.test", password };
    await setUpAgain(owner, { id, name: id, currency: "EUR", time_zone: "Europe/Berlin" });
    await fillProgram(desk.db, id, { visits: 15_000 });
    const program = { storeId: id, mode: "sandbox", slug: id, name: id, open: true, portalOpen: true } as const;
    await desk.db.insert(partnerProgram).values({ ...program, allowedHosts: ["shop.test"] });
  }
  let browsers = 0;
  const open = () => openBrowser(origin, auth, `192.0.2.${++browsers}`, base);

  /** Active affiliates with the most commissions. */
  async function busiest(storeId: string): Promise<string[]> {
    const { rows } = await desk.db.execute<{ email: string }>(sql`
      select a.email from affiliate.affiliate a join affiliate.tenant t on t.id = a.tenant_id
      join affiliate.commission c on c.tenant_id = a.tenant_id and c.affiliate_id = a.id
      where t.store_id = ${storeId} and t.mode = 'sandbox' and a.status = 'active' and a.deleted_at is null
      group by a.email order by count(*) desc, a.email limit 3`);
    return rows.map(({ email }) => email);
  }

  async function mailed(to: string): Promise<string | undefined> {
    const [last] = await desk.db.select().from(mail).where(eq(mail.to, to)).orderBy(sql`created_at desc`).limit(1);
    return last?.about.link;
  }

  async function linkFor(program: string, email: string): Promise<string | undefined> {
    const asked = await open().post("sign-in/link", { program, email, locale: "de" });
    expect(asked).toEqual({ status: 200, body: { ok: true } });
    await backgroundEnd();
    return mailed(email);
  }

  async function enter(program: string, email: string): Promise<Entered> {
    const token = (await linkFor(program, email))?.split("/").at(-1);
    const browser = open();
    expect(await browser.post("sign-in/verify", { token, locale: "de" })).toMatchObject({ status: 200 });
    const [row] = await desk.db
      .select()
      .from(partner)
      .where(and(eq(partner.email, email), eq(partner.storeId, program)));
    return { ...(row as typeof partner.$inferSelect), cookie: browser.cookie() };
  }

  function requestOf(method: string, path: string, { cookie = "", body, headers = {} }: Sent = {}): Request {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const own = { host: "desk.test", origin, cookie, "content-type": "application/json", ...headers };
    return new Request(`${origin}${path}`, { method, headers: own, ...json });
  }

  async function ask(program: string, method: string, path: string, sent: Sent = {}) {
    const request = requestOf(method, `/api/partners/${program}${path}`, sent);
    const answer = await servePartner(request, { params: Promise.resolve({ program }) });
    const text = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
    return { status: answer.status, text, body: (text.startsWith("{") ? JSON.parse(text) : null) as any };
  }

  return {
    db: desk.db,
    open,
    busiest,
    mailed,
    linkFor,
    enter,
    requestOf,
    ask,
    /** Gives the next test the calls of a minute. The new version makes this process read the empty budget. */
    async rest() {
      await desk.db.execute(sql`update desk.rate_budget set state = '{}', version = version + 1`);
      await desk.db.execute(sql`delete from affiliate.rate_budget`);
      await desk.db.execute(sql`delete from desk.attempt_limit where key like 'portal:%'`);
    },
    async close() {
      await backgroundEnd();
      await desk.close();
    },
  };
}
