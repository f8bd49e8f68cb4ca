import { once } from "node:events";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { MailKind } from "../../../contract/desk/mail-words.ts";
import { store } from "../../../database/schema/desk.ts";
import { mail, mailTemplate } from "../../../database/schema/desk-mail.ts";
import { partnerProgram } from "../../../database/schema/desk-partners.ts";
import { locales } from "../../../i18n/locales.ts";
import { openTestDesk } from "../../../testing/desk.ts";
import { startMailProcess } from "../../../testing/mail.ts";
import { openMailbox } from "../../../testing/smtp.ts";

// The outbox with a real database, a real mail server and processes that are killed.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let queueMail: typeof import("./outbox.ts").queueMail;
let sendDue: typeof import("./worker.ts").sendDue;

const shop = { storeId: "shop", mode: "live" } as const;

beforeAll(async () => {
  mailbox = await openMailbox();
  desk = await openTestDesk({ SMTP_URL: mailbox.url, MAIL_FROM: "desk@shop.test" });
  ({ queueMail } = await import("./outbox.ts"));
  ({ sendDue } = await import("./worker.ts"));
  await desk.db.insert(store).values({ id: "shop", name: "Blue Bottle", currency: "EUR", timeZone: "UTC" });
});
afterAll(async () => {
  await desk.close();
  await mailbox.close();
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  Object.assign(mailbox.state, { refuses: false, silent: false, busy: false });
  await desk.db.execute(sql`truncate desk.mail, desk.mail_template, desk.mail_opt_out`);
});

const confirmMail = (once: string, locale = "en") =>
  queueMail(desk.db, {
    ...shop,
    kind: "payout_details_changed",
    to: "Mira@Example.com",
    locale,
    about: { name: "Mira <b>", details: "SE45 •••• 7466", link: "http://desk.test/join/shop/confirm/abc" },
    once,
  });

const rows = () => desk.db.select().from(mail).orderBy(mail.createdAt);

test("a mail is sent once, as text and as HTML, and its link is removed from the outbox", async () => {
  await confirmMail("one");
  await confirmMail("one");
  await sendDue();
  await sendDue();
  expect(mailbox.mails).toHaveLength(1);
  const [sent] = mailbox.mails;
  expect(sent).toMatchObject({ from: "desk@shop.test", to: ["mira@example.com"] });
  expect(sent?.headers).toContain("Subject: Confirm your new payout details for Blue Bottle");
  expect(sent?.text).toContain("Hello Mira <b>,");
  expect(sent?.text).toContain("Hello Mira &lt;b&gt;,");
  expect(sent?.text).toContain('<a href="http://desk.test/join/shop/confirm/abc"');
  const [row] = await rows();
  expect(row).toMatchObject({ state: "sent", attempts: 1 });
  expect(row?.about).toEqual({ name: "Mira <b>", details: "SE45 •••• 7466" });
  expect(sent?.headers).toContain(`Message-ID: <${row?.id}@cartwright>`);
});

test("a manager's own text replaces the default of its language only", async () => {
  const own = { kind: "payout_details_changed" as const, subject: "Hi", text: "Here: {link} {unknown}" };
  await desk.db.insert(mailTemplate).values({ ...shop, ...own, locale: "de" });
  await confirmMail("one", "de");
  await sendDue();
  expect(mailbox.mails[0]?.text).toContain("Here: http://desk.test/join/shop/confirm/abc {unknown}");
  await confirmMail("two", "ja");
  await sendDue();
  expect(mailbox.mails[1]?.text).toContain("様");
});

test("an address in a name is no link, neither in the text nor in the HTML, and no name is in a subject", async () => {
  const own = { kind: "payout_details_changed" as const, subject: "Hi {name}, look", text: "Hello {name}, see {link}" };
  await desk.db.insert(mailTemplate).values({ ...shop, ...own, locale: "en" });
  for (const [n, name] of ["http://evil.example/x", "evil.com", "mira@evil.com"].entries()) {
    const link = "http://desk.test/partners/shop";
    const about = { name, details: "m•••@evil.com", link };
    const to = "mira@example.com";
    await queueMail(desk.db, { ...shop, kind: own.kind, to, locale: "en", about, once: `evil ${n}` });
    await sendDue();
    const { text, headers } = mailbox.mails[n] as (typeof mailbox.mails)[number];
    expect(headers).toContain("Subject: Hi, look");
    expect(text.match(/<a href="[^"]*"/g)).toEqual([`<a href="${link}"`]);
    expect(text).not.toMatch(/evil\.(example|com)|@evil|http:\/\/evil/);
  }
});

test("a mail to an address that is not confirmed leaves the name out of a text that was saved before", async () => {
  const { renderMail } = await import("./render.ts");
  const about = { name: "Mallory", link: "http://desk.test/x" };
  const letter = { ...shop, kind: "application_confirm", locale: "en", to: "a@b.test", about } as const;
  const { text } = await renderMail(letter, { subject: "Hi {name}", text: "Hello {name},\n\n{link}" });
  expect(text).toBe("Hello,\n\nhttp://desk.test/x\n");
});

test("while the portal is closed, no mail leads there, except by a manager's own words", async () => {
  const { renderMail } = await import("./render.ts");
  const textOf = async (kind: MailKind, locale: string) => {
    const about = { name: "Mira", amount: "12,40 €" };
    return (await renderMail({ ...shop, kind, locale, to: "mira@example.com", about })).text;
  };
  expect(await textOf("application_approved", "en")).toBe(
    "Hello Mira,\n\nBlue Bottle has approved your application.\n",
  );
  for (const locale of locales) {
    for (const kind of ["application_approved", "first_sale", "commissions_decided", "payout_sent"] as const) {
      const text = await textOf(kind, locale);
      expect(text).not.toContain("/partners/");
      expect(text.split("\n\n")[1]).toContain("Blue Bottle");
    }
  }
  const own = { kind: "application_approved" as const, subject: "Hi", text: "Welcome to {portal}" };
  await desk.db.insert(mailTemplate).values({ ...shop, ...own, locale: "de" });
  expect(await textOf("application_approved", "de")).toContain("/partners/shop");
  await desk.db.insert(partnerProgram).values({ ...shop, slug: "shop", name: "Blue Bottle", portalOpen: true });
  expect(await textOf("application_approved", "en")).toContain("/partners/shop");
  await desk.db.delete(partnerProgram);
});

test("a text is shown before it is saved as it would be sent: with sample values in its language, as text and as HTML", async () => {
  const { mail_templates } = await import("../../desk/mails.ts");
  const membership = { store: { id: "shop", currency: "EUR" }, person: { name: "Ann" } };
  const context = { membership, mode: "live" } as Parameters<typeof mail_templates.preview>[1];
  const show = (kind: string, locale: string, subject: string, text: string) =>
    mail_templates.preview({ params: { kind, locale }, body: { subject, text } }, context);
  const paid = await show("payout_sent", "de", "{program}: {amount}", "Hallo <{name}>,\n\n{portal} {other}");
  expect(paid.subject).toBe("Blue Bottle: 12,40 €");
  expect(paid.text).toMatch(
    /^Hallo <Mira Lindqvist>,\n\nhttp:\/\/desk.test\/partners\/shop \{other\}\n\n.*unsubscribe/s,
  );
  expect(paid.html).toContain("Hallo &lt;Mira Lindqvist&gt;,</p>");
  expect(paid.html).toContain('<a href="http://desk.test/partners/shop" style="');
  const invited = await show("partner_invited", "ja", "{inviter}", "{link}");
  expect(invited).toMatchObject({ subject: "Ann", text: "http://desk.test/join/sample\n" });
  expect(await rows()).toEqual([]);
  expect(await desk.db.$count(mailTemplate)).toBe(0);
});

test("several workers at once send each mail once", async () => {
  for (let n = 0; n < 24; n++) await confirmMail(`mail ${n}`);
  await Promise.all(Array.from({ length: 8 }, () => sendDue()));
  expect(mailbox.mails).toHaveLength(24);
  expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array(24).fill(1));
});

test("a mail that the server cannot take now is sent later, and one that it refuses is not sent again", async () => {
  await confirmMail("one");
  mailbox.state.busy = true;
  await sendDue();
  await sendDue();
  expect((await rows())[0]).toMatchObject({ state: "queued", attempts: 1, error: expect.stringContaining("451") });
  mailbox.state.busy = false;
  mailbox.state.refuses = true;
  await desk.db.update(mail).set({ nextAt: sql`now()` });
  await sendDue();
  expect((await rows())[0]).toMatchObject({ state: "failed", attempts: 2, error: expect.stringContaining("550") });
  mailbox.state.refuses = false;
  await sendDue();
  expect(mailbox.mails).toHaveLength(0);
});

test("a mail server that cannot be reached is tried again, until a limit", async () => {
  await confirmMail("one");
  await desk.db.update(mail).set({ attempts: 7 });
  const { env } = await import("../../env.ts");
  const url = env().SMTP_URL;
  env().SMTP_URL = "smtp://127.0.0.1:1";
  await sendDue();
  env().SMTP_URL = url;
  expect((await rows())[0]).toMatchObject({
    state: "failed",
    attempts: 8,
    error: expect.stringContaining("ECONNREFUSED"),
  });
});

test("a mail whose sender was killed before its outcome was stored is sent again only by a person, under its ID", {
  tags: "long",
}, async () => {
  await confirmMail("one");
  mailbox.state.silent = true;
  const sender = startMailProcess();
  await expect.poll(() => mailbox.mails.length, { timeout: 20_000 }).toBe(1);
  sender.kill("SIGKILL");
  await once(sender, "close");
  mailbox.state.silent = false;
  await sendDue();
  expect((await rows())[0]).toMatchObject({ state: "sending" });
  await desk.db.update(mail).set({ leaseUntil: sql`now() - interval '1 second'` });
  await sendDue();
  await sendDue();
  expect(mailbox.mails).toHaveLength(1);
  const [row] = await rows();
  expect(row).toMatchObject({ state: "uncertain" });
  const { mails } = await import("../../desk/mails.ts");
  const context = { membership: { store: { id: "shop" } }, mode: "live" } as Parameters<typeof mails.retry>[1];
  await mails.retry({ params: { id: row?.id ?? "" } }, context);
  await sendDue();
  await sendDue();
  // Mail programs and servers recognise the second one by its Message-ID.
  const ids = mailbox.mails.map(({ headers }) => /^Message-ID: (.+)$/m.exec(headers)?.[1]);
  expect(ids).toEqual(Array(2).fill(`<${row?.id}@cartwright>`));
  expect((await rows())[0]).toMatchObject({ state: "sent" });
});

test("news are not sent to a partner who unsubscribed, and other mails are", async () => {
  const { unsubscribe, unsubscribeToken } = await import("./opt-out.ts");
  await unsubscribe(unsubscribeToken({ ...shop, email: "mira@example.com", kind: "first_sale" }));
  const about = { name: "Mira", amount: "€4.00" };
  await queueMail(desk.db, { ...shop, kind: "first_sale", to: "mira@example.com", locale: "en", about, once: "sale" });
  await confirmMail("one");
  await sendDue();
  expect(mailbox.mails).toHaveLength(1);
  const [row] = await desk.db.select().from(mail).where(eq(mail.kind, "first_sale"));
  expect(row?.state).toBe("unsubscribed");
});

test("without a mail server, mails wait in the log with their links", async () => {
  const { env } = await import("../../env.ts");
  const url = env().SMTP_URL;
  delete env().SMTP_URL;
  await confirmMail("one");
  env().SMTP_URL = url;
  await sendDue();
  expect((await rows())[0]).toMatchObject({ state: "unsent", about: { link: expect.stringContaining("/confirm/") } });
});
