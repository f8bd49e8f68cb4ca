import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connection, member, store, user } from "../../database/schema/desk.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerApplication, partnerProgram, partnerTerms } from "../../database/schema/desk-partners.ts";
import { partner } from "../../database/schema/desk-portal.ts";
import { openTestDesk } from "../../testing/desk.ts";

// How a stranger becomes an affiliate of our own service, through the routes that the public page calls.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let operations: typeof import("../wire/perform-call.ts");
let submit: typeof import("./submit-applications.ts");
let serve: typeof import("../desk/serve.ts");
let join: typeof import("../../../app/api/join/[program]/route.ts");
let confirmRoute: typeof import("../../../app/api/join/[program]/confirm/route.ts");
let challenge: typeof import("./challenge.ts");

const shop = { id: "shop", name: "Blue Bottle", currency: "EUR", timeZone: "UTC" };
const place = { storeId: "shop", mode: "sandbox" } as const;
const person = { id: "ann", name: "Ann", email: "ann@shop.test" };
const caller = { membership: { person, store: shop, role: "owner" }, mode: "sandbox" } as const;

beforeAll(async () => {
  desk = await openTestDesk({ CHECKOUT_API_URL: "", CHECKOUT_SANDBOX_API_URL: "" });
  operations = await import("../wire/perform-call.ts");
  submit = await import("./submit-applications.ts");
  serve = await import("../desk/serve.ts");
  join = await import("../../../app/api/join/[program]/route.ts");
  confirmRoute = await import("../../../app/api/join/[program]/confirm/route.ts");
  challenge = await import("./challenge.ts");
  await desk.db.insert(store).values(shop);
  await desk.db.insert(user).values(person);
  await desk.db.insert(member).values({ storeId: "shop", userId: "ann", role: "owner" });
  const { connectEmbedded } = await import("../wire/upstream.ts");
  await connectEmbedded(shop);
});
afterAll(() => desk.close());

beforeEach(async () => {
  await desk.db.execute(
    sql`truncate desk.attempt_limit, desk.mail, desk.partner_application, desk.partner_terms, desk.partner_program, desk.partner_invitation`,
  );
  await desk.db.insert(partnerProgram).values({ ...place, slug: "friends", name: "Friends", open: true });
});

function proofFor(slug = "friends") {
  const made = challenge.makeChallenge(slug);
  for (let proof = 0; ; proof++) {
    const digest = createHash("sha256").update(`${made.challenge}.${proof}`).digest();
    if (digest.readUInt32BE(0) >>> (32 - made.bits) === 0) return { challenge: made.challenge, proof };
  }
}

let people = 0;
const draft = (more: object = {}) => ({
  first_name: "Mira",
  last_name: "Lindqvist",
  email: `mira${++people}@example.com`,
  answers: [],
  terms_version: null,
  consent: true,
  locale: "en",
  ...more,
});

async function send(
  route: { POST: typeof join.POST },
  body: object,
  { address = "192.0.2.1", program = "friends" } = {},
) {
  const request = new Request(`http://desk.test/api/join/${program}`, {
    method: "POST",
    headers: {
      origin: "http://desk.test",
      host: "desk.test",
      "x-client-address": address,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const response = await route.POST(request, { params: Promise.resolve({ program }) });
  const answer = await response.json();
  return { status: response.status, body: answer, code: answer.error?.code, details: answer.error?.details };
}

type Way = { address?: string; program?: string };
const applyWith = (body: object, way: Way = {}) => send(join, { ...proofFor(way.program), ...body }, way);
const confirmWith = (token: string) => send(confirmRoute as never, { token });

const mails = () => desk.db.select().from(mail).orderBy(mail.createdAt);
const kinds = async () => (await mails()).map(({ kind }) => kind);
async function tokenFor(email: string) {
  const [row] = await desk.db.select().from(mail).where(eq(mail.to, email));
  return row?.about.link?.split("/").at(-1) ?? "";
}
async function affiliateOf(email: string) {
  const { body } = await operations.perform({
    ...caller,
    api: "affiliate",
    resource: "affiliates",
    operation: "list",
    query: { search: email },
  });
  return (body as { data: Record<string, unknown>[] }).data[0];
}

test("a stranger applies, confirms the address, waits, is approved, and is told of each step once", async () => {
  const one = draft({ website: "https://slow-pour.example", country: "SE" });
  expect(await applyWith(one)).toMatchObject({ status: 201, body: { state: "confirm" } });
  expect(await affiliateOf(one.email)).toBeUndefined();
  const token = await tokenFor(one.email);
  expect((await confirmWith(token)).body).toEqual({ first: true });
  expect((await confirmWith(token)).body).toEqual({ first: false });
  const affiliate = await affiliateOf(one.email);
  expect(affiliate).toMatchObject({ status: "pending", country: "SE", website: "https://slow-pour.example" });
  expect(await kinds()).toEqual(["application_confirm", "application_received"]);
  const approve = { ...caller, api: "affiliate", resource: "affiliates", operation: "update" } as const;
  const params = { id: String(affiliate?.id) };
  await operations.perform({ ...approve, params, body: { status: "active" } });
  await operations.perform({ ...approve, params, body: { status: "inactive" } });
  await operations.perform({ ...approve, params, body: { status: "active" } });
  expect(await kinds()).toEqual(["application_confirm", "application_received", "application_approved"]);
});

test("an application that is not confirmed in two days has to be sent again", async () => {
  const one = draft();
  await applyWith(one);
  await desk.db.update(partnerApplication).set({ createdAt: sql`now() - interval '49 hours'` });
  expect(await confirmWith(await tokenFor(one.email))).toMatchObject({ status: 410, code: "link_ended" });
  expect(await affiliateOf(one.email)).toBeUndefined();
});

test("a name with an address is refused by its field, and the first mail has no word of the applicant", async () => {
  const bad = [
    "http://evil.example",
    "evil.com",
    "www.evil.com",
    "a@evil.com",
    "evil。com",
    "//evil",
    "Click evil.com now",
  ];
  for (const name of bad) {
    expect((await applyWith(draft({ first_name: name }))).details, name).toMatchObject([{ field: "first_name" }]);
    await desk.db.execute(sql`truncate desk.attempt_limit`);
  }
  for (const name of ["J.R.", "Dr. Anna", "O’Neil", "山田 太郎", "Novo A/S"]) {
    expect((await applyWith(draft({ last_name: name }))).status, name).toBe(201);
    await desk.db.execute(sql`truncate desk.attempt_limit`);
  }
  const sent = (await mails()).map(({ about }) => Object.keys(about));
  expect(sent).toEqual(Array(5).fill(["link"]));
});

test("callers of one IPv6 network are limited as one", async () => {
  const from = (n: number) => send(join, {}, { address: `2001:db8:7:7:${n}::1` });
  for (let n = 0; n < 20; n++) expect((await from(n)).status).toBe(400);
  expect(await from(99)).toMatchObject({ status: 429, code: "too_many_attempts" });
  expect((await send(join, {}, { address: "2001:db8:7:8::1" })).status).toBe(400);
});

test("a proof is accepted once, in time, and only for its program", async () => {
  const proof = proofFor();
  expect(await send(join, { ...draft(), ...proof })).toMatchObject({ status: 201 });
  expect(await send(join, { ...draft(), ...proof })).toMatchObject({ status: 403, code: "unproven" });
  expect(await send(join, { ...draft(), ...proofFor("others") })).toMatchObject({ status: 403 });
  expect(await send(join, { ...draft(), ...proofFor(), proof: 1.5e9 })).toMatchObject({ status: 403 });
  const [slug, , nonce, signature] = proofFor().challenge.split(".");
  expect(
    await send(join, { ...draft(), challenge: [slug, "zzzzzzzz", nonce, signature].join("."), proof: 1 }),
  ).toMatchObject({ status: 403 });
});

test("a program that fills in the hidden field is told that all is well, and nothing is stored", async () => {
  expect(await applyWith(draft({ url: "https://spam.example" }))).toMatchObject({
    status: 200,
    body: { state: "confirm" },
  });
  expect(await desk.db.$count(partnerApplication)).toBe(0);
});

test("one address gets at most three mails an hour", async () => {
  const one = draft();
  for (let n = 0; n < 3; n++) expect(await applyWith(one)).toMatchObject({ status: 201 });
  expect(await applyWith(one)).toMatchObject({ status: 429, code: "too_many_attempts" });
});

test("a closed program and an unknown one look the same", async () => {
  await desk.db.update(partnerProgram).set({ open: false });
  expect(await applyWith(draft())).toMatchObject({ status: 404 });
  expect(await applyWith(draft(), { program: "nobody" })).toMatchObject({ status: 404 });
});

test("applications and the portal are closed apart from each other, and the page counts who would lose the portal", async () => {
  const update = (body: object) => serve.runDesk(caller, "partner_program", "update", { params: {}, body });
  const seen = { ...place, name: "Ada", email: "ada@a.test" };
  await desk.db.insert(partner).values([
    { ...seen, id: "p1", login: "p1@partners.invalid", affiliateId: "aff_1", lastSeenAt: new Date() },
    { ...seen, id: "p2", login: "p2@partners.invalid", affiliateId: "aff_2" },
  ]);
  expect(await update({ portal_open: true })).toMatchObject({ open: true, portal_open: true, portal_people: 1 });
  const { requireOpenProgram } = await import("../memory/partner-program.ts");
  expect(await update({ open: false })).toMatchObject({ open: false, portal_open: true });
  await expect(requireOpenProgram("friends")).rejects.toMatchObject({ status: 404 });
  expect(await requireOpenProgram("friends", "portalOpen")).toMatchObject({ slug: "friends" });
  await update({ open: true, portal_open: false });
  expect(await requireOpenProgram("friends")).toMatchObject({ slug: "friends" });
  await expect(requireOpenProgram("friends", "portalOpen")).rejects.toMatchObject({ status: 404 });
  expect(await serve.runDesk(caller, "portal", "access", { params: { id: "aff_1" } })).toMatchObject({ address: null });
  await desk.db.delete(partner);
});

test("required questions, options, consent and the current terms are checked by the field", async () => {
  await desk.db.insert(partnerTerms).values({ ...place, version: 1, text: "Be fair." });
  const questions = [
    { label: "Audience", kind: "choice" as const, required: true, options: ["Small", "Large"] },
    { label: "Blog", kind: "address" as const, required: false, options: [] },
  ];
  await desk.db.update(partnerProgram).set({ questions });
  const fill = (answers: string[], more: object = {}) => applyWith(draft({ answers, terms_version: 1, ...more }));
  expect((await fill(["", ""])).details).toMatchObject([{ field: "answers.0" }]);
  expect((await fill(["Huge", ""])).details).toMatchObject([{ field: "answers.0" }]);
  expect((await fill(["Small", "blog"])).details).toMatchObject([{ field: "answers.1" }]);
  for (const address of ["javascript:alert(1)", "data:text/html,x", "mailto:a@b.example", "https://u:p@b.example"]) {
    expect((await fill(["Small", address])).details, address).toMatchObject([{ field: "answers.1" }]);
  }
  expect((await fill(["Small", ""], { consent: false })).details).toMatchObject([{ field: "consent" }]);
  expect(await fill(["Small", ""], { terms_version: null })).toMatchObject({ status: 409, code: "terms_changed" });
  expect(await fill(["Small"])).toMatchObject({ status: 409, code: "questions_changed" });
  expect(await fill(["Small", ""])).toMatchObject({ status: 201 });
  const [row] = await desk.db.select().from(partnerApplication);
  expect(row).toMatchObject({ termsVersion: 1, answers: [{ question: "Audience", answer: "Small" }] });
});

test("terms that are published while a person reads the page are shown before they count as accepted", async () => {
  const publish = (terms: string) =>
    serve.runDesk(caller, "partner_program", "update", { params: {}, body: { terms } });
  await publish("Be fair.");
  const read = draft({ terms_version: 1 });
  await publish("Be fair, and be quick.");
  expect(await applyWith(read)).toMatchObject({
    status: 409,
    details: [{ field: "consent", message: expect.stringContaining("Read the new ones") }],
  });
  expect(await desk.db.$count(partnerApplication)).toBe(0);
  // If newer terms arrive at the same time, the application still names those that were shown.
  const [sent] = await Promise.all([applyWith({ ...read, terms_version: 2 }), publish("Be fair, quick and kind.")]);
  const rows = await desk.db.select().from(partnerApplication);
  expect(rows.map(({ termsVersion }) => termsVersion)).toEqual(sent.status === 201 ? [2] : []);
});

test("hints name a disposable mailbox and other applicants of the same network", async () => {
  const first = draft();
  await applyWith(first, { address: "2001:db8:1:2:aaaa::1" });
  await confirmWith(await tokenFor(first.email));
  const second = draft({ email: `x${people}@mailinator.com` });
  await applyWith(second, { address: "2001:db8:1:2:bbbb::9" });
  await confirmWith(await tokenFor(second.email));
  const id = String((await affiliateOf(second.email))?.id);
  const known = String((await affiliateOf(first.email))?.id);
  const read = { params: {}, query: { affiliates: `${id},${known}` } };
  const { data } = (await serve.runDesk(caller, "partner_applications", "list", read)) as {
    data: { hints: unknown }[];
  };
  expect(data).toMatchObject([
    { affiliate_id: known, hints: [] },
    {
      affiliate_id: id,
      hints: [
        { code: "disposable_email", detail: "mailinator.com" },
        { code: "same_network", affiliates: [known] },
      ],
    },
  ]);
});

test("a rule approves applications without hints, and leaves the others to a person", async () => {
  await desk.db.update(partnerProgram).set({ approval: "everybody", approvalCountries: ["SE"] });
  const near = draft({ country: "SE" });
  const far = draft({ country: "US" });
  const doubtful = draft({ country: "SE", email: `x${people}@yopmail.com` });
  for (const [n, one] of [near, far, doubtful].entries()) {
    await applyWith(one, { address: `198.51.100.${n}` });
    await confirmWith(await tokenFor(one.email));
  }
  expect(await affiliateOf(near.email)).toMatchObject({ status: "active" });
  expect(await affiliateOf(far.email)).toMatchObject({ status: "pending" });
  expect(await affiliateOf(doubtful.email)).toMatchObject({ status: "pending" });
  const told = (await mails()).filter(({ to }) => to === near.email).map(({ kind }) => kind);
  expect(told).toEqual(["application_confirm", "application_approved"]);
});

test("an invited person gets the promised rate without another mail, and the link works once and for nobody else", async () => {
  const invite = { email: "vip@example.com", commission_type: "percentage", commission_rate: 20, group: "VIP" };
  const { secret_link } = (await serve.runDesk(caller, "partner_invitations", "create", {
    params: {},
    body: invite,
  })) as {
    secret_link: string;
  };
  const invitation = secret_link.split("/").at(-1) ?? "";
  expect((await applyWith(draft({ invitation }))).details).toMatchObject([{ field: "email" }]);
  const sent = await applyWith(draft({ email: invite.email, invitation }));
  expect(sent).toMatchObject({ status: 201, body: { state: "sent" } });
  expect(await affiliateOf(invite.email)).toMatchObject({ commission_rate: 20, group: "VIP", status: "pending" });
  expect(await applyWith(draft({ email: invite.email, invitation }))).toMatchObject({ status: 410 });
});

test("an address is invited once, however many invitations are asked for at the same time", async () => {
  const invite = { email: "once@example.com" };
  const create = () => serve.runDesk(caller, "partner_invitations", "create", { params: {}, body: invite });
  const csv = `email\n${invite.email}\n`;
  const load = () => serve.runDesk(caller, "partner_invitations", "import_csv", { params: {}, body: { csv } });
  await Promise.allSettled([create(), load(), create(), load()]);
  const { data } = (await serve.runDesk(caller, "partner_invitations", "list", { params: {} })) as {
    data: { email: string }[];
  };
  expect(data.filter(({ email }) => email === invite.email)).toHaveLength(1);
  await expect(create()).rejects.toMatchObject({ status: 400, details: [{ field: "email" }] });
});

test("a CSV file invites each person once, and a line with a problem invites nobody", async () => {
  const csv =
    "email,commission_type,commission_rate,group\na@example.com,percentage,15,VIP\nA@example.com,,,\nb@example.com,percentage,,\nno mail,,,";
  const call = (name: string) => serve.runDesk(caller, "partner_invitations", name, { params: {}, body: { csv } });
  expect(await call("dry_run")).toMatchObject({ rows: 4, valid: 2, repeated: [{ line: 3, of: 2 }] });
  expect(await call("import_csv")).toEqual({ invited: 1 });
  expect(await call("import_csv")).toEqual({ invited: 0 });
  expect((await mails()).map(({ kind, to }) => [kind, to])).toEqual([["partner_invited", "a@example.com"]]);
});

test("a confirmed application outlives an affiliate service that cannot be called", async () => {
  const keys = await desk.db.delete(connection).where(eq(connection.api, "affiliate")).returning();
  const one = draft();
  await applyWith(one);
  expect(await confirmWith(await tokenFor(one.email))).toMatchObject({ status: 200 });
  const [row] = await desk.db.select().from(partnerApplication);
  expect(row).toMatchObject({ affiliateId: null, error: expect.stringContaining("key") });
  await desk.db.insert(connection).values(keys);
  await desk.db.update(partnerApplication).set({ tryAt: sql`now()` });
  await Promise.all([submit.submitDue(), submit.submitDue()]);
  expect(await affiliateOf(one.email)).toMatchObject({ status: "pending" });
  expect(await kinds()).toEqual(["application_confirm", "application_received"]);
});

test("a paid payout and a month with news are told once, and a deleted affiliate leaves neither application nor mail", async () => {
  const one = draft({ locale: "de" });
  await applyWith(one);
  await confirmWith(await tokenFor(one.email));
  const id = String((await affiliateOf(one.email))?.id);
  const { noteOutcome } = await import("./decisions.ts");
  const paid = { id: "pay_1", affiliate_id: id, status: "paid", amount: 1240, currency: "EUR" };
  const pay = { ...caller, api: "affiliate", resource: "payouts", operation: "update" } as const;
  for (let n = 0; n < 2; n++) await noteOutcome({ ...pay, params: { id: "pay_1" }, body: { status: "paid" } }, paid);
  const { queueStatements } = await import("../work/mail/statements.ts");
  const next = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 2));
  await queueStatements(next);
  expect(await kinds()).not.toContain("statement_ready");
  await desk.db.update(partnerProgram).set({ portalOpen: true });
  for (let n = 0; n < 2; n++) await queueStatements(next);
  const told = (await mails()).slice(2);
  expect(told.map(({ kind }) => kind)).toEqual(["payout_sent", "statement_ready"]);
  expect(told[0]?.about.amount).toBe("12,40\u00a0€");
  const remove = { ...caller, api: "affiliate", resource: "affiliates", operation: "delete" } as const;
  await operations.perform({ ...remove, params: { id } });
  expect(await mails()).toEqual([]);
  expect(await desk.db.$count(partnerApplication)).toBe(0);
});

test("an event of a commission is told to the applicant it belongs to, and decisions of one hour in one mail", async () => {
  const one = draft();
  await applyWith(one);
  await confirmWith(await tokenFor(one.email));
  const affiliate_id = String((await affiliateOf(one.email))?.id);
  const { takeEvents } = await import("../desk/live/events.ts");
  const event = (id: string, type: string, more: object = {}) => ({
    id,
    type,
    data: { affiliate_id, type: "sale", amount: 490, currency: "EUR", ...more },
  });
  const events = [
    event("evt_1", "commission.created"),
    event("evt_2", "commission.created"),
    event("evt_3", "commission.approved"),
    event("evt_4", "commission.rejected"),
    event("evt_5", "commission.approved", { affiliate_id: "aff_other" }),
  ];
  // As the hook of another checkout API would, whose operator could put anything into them.
  const foreign = events.map((event) => ({ ...event, id: `${event.id}_foreign` }));
  await takeEvents(place, foreign, { forOrders: true });
  expect((await mails()).slice(2)).toEqual([]);
  await takeEvents(place, events);
  await takeEvents(place, events);
  const told = (await mails()).slice(2);
  expect(told.map(({ kind }) => kind).sort()).toEqual(["commissions_decided", "first_sale"]);
  expect(told.find(({ kind }) => kind === "first_sale")?.about.amount).toBe("€4.90");
});

test("a manager's text may use only placeholders that its mail has, and must keep the link", async () => {
  const params = { kind: "application_confirm", locale: "en" };
  const save = (body: object) => serve.runDesk(caller, "mail_templates", "save", { params, body });
  await expect(save({ subject: "Hi {amount}", text: "{link}" })).rejects.toMatchObject({ status: 400 });
  await expect(save({ subject: "Hi", text: "Hello {name}" })).rejects.toMatchObject({ status: 400 });
  for (const unfit of [
    { subject: "Hi", text: "{name}: {link}" },
    { subject: "Hi {name}", text: "{link}" },
  ]) {
    await expect(save(unfit)).rejects.toMatchObject({ status: 400 });
  }
  expect(await save({ subject: "Hi from {program}", text: "Here:\n\n{link}" })).toMatchObject({ own: true });
  expect(await serve.runDesk(caller, "mail_templates", "reset", { params })).toMatchObject({ own: false });
});
