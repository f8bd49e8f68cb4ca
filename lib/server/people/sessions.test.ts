import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../contract/define.ts";
import type { ApiError } from "../../contract/errors.ts";
import { invitation, member, session, store, user, verification } from "../../database/schema/desk.ts";
import { audit } from "../../database/schema/desk-audit.ts";
import { openTestDesk } from "../../testing/desk.ts";
import { inGerman } from "../../testing/in-german.ts";
import { openMailbox } from "../../testing/smtp.ts";
import { soon } from "../../testing/soon.ts";

// How people join and leave a store, with a real database and a real mail server.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let invitations: typeof import("./invitations.ts");
let passwords: typeof import("./passwords.ts");
let resets: typeof import("./password-reset.ts");
let members: typeof import("./members.ts");
let attempts: typeof import("./guess-limits.ts");
let serve: typeof import("../desk/serve.ts");
let passwordHash: string;
let signIn: (email: string, secret?: string) => Promise<string | null>;

const facts = { currency: "EUR", timeZone: "UTC" };
const password = "a wheel has six spokes";

beforeAll(async () => {
  mailbox = await openMailbox();
  desk = await openTestDesk({ SMTP_URL: mailbox.url, MAIL_FROM: "desk@shop.test" });
  invitations = await import("./invitations.ts");
  passwords = await import("./passwords.ts");
  resets = await import("./password-reset.ts");
  members = await import("./members.ts");
  attempts = await import("./guess-limits.ts");
  passwordHash = await passwords.hashPassword(password);
  serve = await import("../desk/serve.ts");
  const { auth } = await import("./load-auth.ts");
  signIn = async (email, secret = password) => {
    const { api } = await auth();
    const answer = await api.signInEmail({ body: { email, password: secret } }).catch(() => null);
    if (!answer) return null;
    const [row] = await desk.db.select().from(session).where(eq(session.token, answer.token));
    return row?.id ?? null;
  };
});
afterAll(async () => {
  await desk.close();
  await mailbox.close();
});

let shop = "";
let stores = 0;
beforeEach(async () => {
  mailbox.mails.length = 0;
  mailbox.state.refuses = false;
  shop = `shop${++stores}`;
  await desk.db.insert(store).values({ id: shop, name: "Blue Bottle", ...facts });
  await desk.db.execute(sql`truncate desk.attempt_limit`);
});

/** Creates a person with an account and a role, named by the first part of their email. */
async function person(word: string, role: Role, storeId = shop, name = word) {
  const email = `${word}@${storeId}.test`;
  const id = await desk.db.transaction(async (tx) => {
    const userId = await members.insertPerson(tx, { name, email }, passwordHash);
    await members.joinStore(tx, { storeId, userId, role });
    return userId;
  });
  return { id, name, email };
}

const joins = ({ id: userId }: Who, storeId: string, role: Role) =>
  desk.db.transaction((tx) => members.joinStore(tx, { storeId, userId, role }));

type Who = Awaited<ReturnType<typeof person>> & { sessionId?: string };

const ask = (who: Who, resource: string, name: string, raw: object = {}, role: Role = "owner", storeId = shop) =>
  serve.runDesk(
    { membership: { person: who, store: { id: storeId, name: "Blue Bottle", ...facts }, role }, mode: "live" },
    resource,
    name,
    { params: {}, ...raw },
    // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  ) as Promise<any>;

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: ApiError) => ({
      status: error.status,
      code: error.code,
      german: inGerman(error.sentence),
      fields: error.details.map(({ field }) => field),
    }),
  );

const tokenOf = (link: string) => new URL(link).pathname.split("/").at(-1) ?? "";
const newcomer = { name: "Mia", password };
const rolesIn = async (storeId = shop) =>
  Object.fromEntries(
    (
      await desk.db
        .select({ email: user.email, role: member.role })
        .from(member)
        .innerJoin(user, eq(user.id, member.userId))
        .where(eq(member.storeId, storeId))
    ).map(({ email, role }) => [email.split("@")[0], role]),
  );
const sessionsOf = (who: Who) => desk.db.$count(session, eq(session.userId, who.id));

describe("an invitation", () => {
  const body = () => ({ email: `mia@${shop}.test`, role: "affiliate_manager" as const });

  test("an invitation is sent by mail, creates the account with its role, and works once", async () => {
    const olive = await person("olive", "owner", shop, "Olive Öl");
    const made = await ask(olive, "invitations", "create", { body: { ...body(), email: `MIA@${shop}.test` } });
    expect(made).toMatchObject({ mailed: true, invitation: { role: "affiliate_manager", expired: false } });
    expect(mailbox.mails).toHaveLength(1);
    const [mail] = mailbox.mails;
    expect(mail).toMatchObject({ from: "desk@shop.test", to: [`mia@${shop}.test`] });
    expect(mail?.text).toContain("Olive Öl invites you to the store Blue Bottle as an affiliate manager");
    expect(mail?.text).toContain(`\n${made.secret_link}\n`);
    expect(made.secret_link).toMatch(/^http:\/\/desk\.test\/invite\/[\w-]{43}$/);

    const token = tokenOf(made.secret_link);
    const outcomes = await Promise.allSettled([1, 2].map(() => invitations.acceptInvitation(token, null, newcomer)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await failure(invitations.acceptInvitation(token, null, newcomer))).toMatchObject({ status: 410 });
    expect(await rolesIn()).toEqual({ olive: "owner", mia: "affiliate_manager" });
    expect(await signIn(`mia@${shop}.test`)).not.toBeNull();
    expect((await ask(olive, "invitations", "list")).data).toEqual([]);

    const rows = await desk.db.select().from(audit).where(eq(audit.storeId, shop));
    expect(rows.map(({ resource, operation }) => `${resource}.${operation}`)).toEqual(
      expect.arrayContaining(["invitations.create", "invitations.accept"]),
    );
    const kept = JSON.stringify([rows, await desk.db.select().from(invitation)]);
    expect(kept).not.toContain(token);
  });

  test("an invitation ends when it is renewed, revoked or expired, or when its inviter is no longer an owner", async () => {
    const [olive, otto] = [await person("olive", "owner"), await person("otto", "owner")];
    const first = await ask(olive, "invitations", "create", { body: body() });
    const { id } = first.invitation;
    expect(await failure(ask(olive, "invitations", "create", { body: body() }))).toMatchObject({ fields: ["email"] });
    const second = await ask(olive, "invitations", "renew", { params: { id } });
    const opens = (link: string) => invitations.findInvitation(tokenOf(link));
    expect(await opens(first.secret_link)).toBeNull();
    expect(await opens(second.secret_link)).toMatchObject({ hasAccount: false, inviter: "olive" });
    await desk.db
      .update(invitation)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(invitation.id, id));
    expect(await opens(second.secret_link)).toBeNull();
    expect((await ask(olive, "invitations", "list")).data).toMatchObject([{ id, expired: true }]);
    const third = await ask(olive, "invitations", "renew", { params: { id } });
    await ask(olive, "invitations", "revoke", { params: { id } });
    expect(await opens(third.secret_link)).toBeNull();
    const fourth = await ask(olive, "invitations", "create", { body: body() });
    await ask(otto, "people", "change_role", { params: { id: olive.id }, body: { role: "analyst" } });
    expect(await opens(fourth.secret_link)).toBeNull();
    expect(await failure(invitations.acceptInvitation(tokenOf(fourth.secret_link), null, newcomer))).toMatchObject({
      code: "link_ended",
    });
  });

  test("an invitation is made once for one address, however many are asked for at the same time", async () => {
    const olive = await person("olive", "owner");
    const asked = [1, 2, 3, 4, 5].map(() => ask(olive, "invitations", "create", { body: body() }));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of outcomes) {
      if (each.status === "rejected") expect(each.reason).toMatchObject({ status: 400, details: [{ field: "email" }] });
    }
    expect((await ask(olive, "invitations", "list")).data).toHaveLength(1);
    expect(mailbox.mails).toHaveLength(1);
  });

  test("an invitation for a person with an account is accepted only by that person, signed in", async () => {
    const olive = await person("olive", "owner");
    await desk.db.insert(store).values({ id: `${shop}b`, name: "Other", ...facts });
    const anna = await person("anna", "analyst", `${shop}b`);
    const { secret_link } = await ask(olive, "invitations", "create", {
      body: { email: anna.email, role: "merchant" },
    });
    const token = tokenOf(secret_link);
    const accept = (who: Who | null) => invitations.acceptInvitation(token, who, who ? undefined : newcomer);
    expect(await failure(accept(null))).toMatchObject({ code: "has_account" });
    expect(await failure(accept(olive))).toMatchObject({ code: "other_person" });
    expect(await signIn(anna.email)).not.toBeNull();
    expect(await accept(anna)).toEqual({ store: shop, email: anna.email });
    expect(await rolesIn()).toEqual({ olive: "owner", anna: "merchant" });
    expect(await rolesIn(`${shop}b`)).toEqual({ anna: "analyst" });
  });

  test("an invitation can be sent at most thirty times an hour, because each may be a mail to anybody", async () => {
    const olive = await person("olive", "owner");
    for (let sent = 0; sent < 30; sent++) await attempts.countAttempt("invite", [`person ${olive.id}`]);
    expect(await failure(ask(olive, "invitations", "create", { body: body() }))).toMatchObject({ status: 429 });
    expect(mailbox.mails).toEqual([]);
  });

  test("an invitation that no mail server accepts is created, and its link can be copied", async () => {
    const olive = await person("olive", "owner");
    mailbox.state.refuses = true;
    const made = await ask(olive, "invitations", "create", { body: body() });
    expect(made.mailed).toBe(false);
    expect(await invitations.findInvitation(tokenOf(made.secret_link))).not.toBeNull();
  });
});

describe("members", () => {
  test("members have role changes recorded with the earlier role, and cannot lose their last owner", async () => {
    const [olive, otto] = [await person("olive", "owner"), await person("otto", "owner")];
    const mia = await person("mia", "analyst");
    await ask(olive, "people", "change_role", { params: { id: mia.id }, body: { role: "merchant" } });
    const rows = await desk.db.select().from(audit).where(eq(audit.recordId, mia.id)).orderBy(audit.seq);
    expect(rows.find(({ operation, intent }) => operation === "change_role" && intent === null)?.before).toMatchObject({
      role: "analyst",
    });
    const gone = await Promise.allSettled([
      ask(olive, "people", "remove", { params: { id: otto.id } }),
      ask(otto, "people", "remove", { params: { id: olive.id } }),
    ]);
    expect(gone.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [left] = Object.entries(await rolesIn()).filter(([, role]) => role === "owner");
    const last = left?.[0] === "olive" ? olive : otto;
    const refused = { status: 409, code: "last_owner" };
    expect(await failure(ask(last, "people", "remove", { params: { id: last.id } }))).toMatchObject(refused);
    const down = ask(last, "people", "change_role", { params: { id: last.id }, body: { role: "analyst" } });
    expect(await failure(down)).toMatchObject(refused);
    expect(await failure(ask(last, "people", "remove", { params: { id: "nobody" } }))).toMatchObject({ status: 404 });
  });

  test("members are signed out when they are removed, unless they are in another store", async () => {
    const olive = await person("olive", "owner");
    const mia = await person("mia", "merchant");
    await desk.db.insert(store).values({ id: `${shop}b`, name: "Other", ...facts });
    await joins(mia, `${shop}b`, "analyst");
    await signIn(mia.email);
    await ask(olive, "people", "remove", { params: { id: mia.id } });
    expect(await rolesIn()).toEqual({ olive: "owner" });
    expect(await sessionsOf(mia)).toBe(1);
    await ask(olive, "people", "remove", { params: { id: mia.id } }, "owner", `${shop}b`);
    expect(await sessionsOf(mia)).toBe(0);
  });

  test("members are listed and changed by owners only, who see when each was last here", async () => {
    const olive = await person("olive", "owner");
    const mia = await person("mia", "merchant");
    await signIn(mia.email);
    const { data } = await ask(olive, "people", "list");
    expect(data).toMatchObject([
      { name: "mia", role: "merchant", two_factor: false, you: false, seen_at: expect.any(String) },
      { name: "olive", you: true, seen_at: null },
    ]);
    for (const name of ["list", "change_role", "remove", "reset_link"]) {
      const raw = { params: { id: olive.id }, body: { role: "analyst" } };
      expect(await failure(ask(mia, "people", name, raw, "merchant"))).toMatchObject({ code: "role_forbidden" });
    }
  });
});

describe("a link for a new password", () => {
  test("a link for a new password is sent by mail only to a person with an account, works once, and ends every session", async () => {
    const mia = await person("mia", "analyst");
    await resets.mailResetLink(`nobody@${shop}.test`);
    expect(mailbox.mails).toEqual([]);
    await resets.mailResetLink(mia.email);
    const first = /http:\S+/.exec(mailbox.mails[0]?.text ?? "")?.[0] ?? "";
    await resets.mailResetLink(mia.email);
    const token = tokenOf(/http:\S+/.exec(mailbox.mails[1]?.text ?? "")?.[0] ?? "");
    expect(await resets.isResetToken(tokenOf(first))).toBe(false);
    expect(JSON.stringify(await desk.db.select().from(verification))).not.toContain(token);
    await signIn(mia.email);

    const both = ["a first new password", "a second new password"];
    const outcomes = await Promise.allSettled(both.map((secret) => resets.resetPassword(token, secret)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await sessionsOf(mia)).toBe(0);
    expect(await signIn(mia.email)).toBeNull();
    const won = both[outcomes.findIndex(({ status }) => status === "fulfilled")];
    expect(await signIn(mia.email, won)).not.toBeNull();
    expect(await failure(resets.resetPassword(token, password))).toMatchObject({ code: "link_ended" });
    const rows = await desk.db.select().from(audit).where(eq(audit.storeId, shop));
    expect(rows.filter(({ operation }) => operation === "reset_password")).toHaveLength(1);
  });

  test("a link for a new password stops working after an hour, or when the password or the email changes", async () => {
    const mia = await person("mia", "analyst");
    const make = async () => tokenOf((await resets.makeResetLink(mia.id)).link);
    const old = await make();
    await desk.db
      .update(verification)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(verification.value, mia.id));
    expect(await resets.isResetToken(old)).toBe(false);
    const second = await make();
    const change = { current_password: password, password: "another password" };
    await ask(mia, "account", "password", { body: change }, "analyst");
    expect(await resets.isResetToken(second)).toBe(false);
    const third = await make();
    const email = { current_password: "another password", email: `new@${shop}.test` };
    await ask(mia, "account", "email", { body: email }, "analyst");
    expect(await resets.isResetToken(third)).toBe(false);
  });

  test("a link for a new password is created by an owner only for members who are in no store of other owners", async () => {
    const olive = await person("olive", "owner");
    const mia = await person("mia", "analyst");
    const params = { id: mia.id };
    expect(tokenOf((await ask(olive, "people", "reset_link", { params })).secret_link)).toHaveLength(43);
    await desk.db.insert(store).values({ id: `${shop}b`, name: "Other", ...facts });
    await joins(mia, `${shop}b`, "owner");
    const german = expect.stringContaining("in einem Shop, der Ihnen nicht gehört");
    expect(await failure(ask(olive, "people", "reset_link", { params }))).toMatchObject({
      code: "other_store",
      german,
    });
    await joins(olive, `${shop}b`, "owner");
    await ask(olive, "people", "reset_link", { params });
    expect(await failure(ask(olive, "people", "reset_link", { params: { id: randomUUID() } }))).toMatchObject({
      status: 404,
    });
  });
});

describe("an account", () => {
  test("an account changes its password and address only with the password, and ends the other sessions", async () => {
    const mia = await person("mia", "analyst");
    const [here] = [await signIn(mia.email), await signIn(mia.email), await signIn(mia.email)];
    const me = { ...mia, sessionId: here ?? "" };
    const change = (name: string, body: object) => ask(me, "account", name, { body }, "analyst");
    const list = async () => (await ask(me, "account", "sessions", {}, "analyst")).data;
    expect((await list()).map(({ current }: { current: boolean }) => current)).toEqual([true, false, false]);
    const wrong = { current_password: "not it", password: "another password" };
    expect(await failure(change("password", wrong))).toMatchObject({ status: 400, fields: ["current_password"] });
    expect(await list()).toHaveLength(3);
    expect(await change("password", { ...wrong, current_password: password })).toEqual({ sessions_ended: 2 });
    expect(await list()).toMatchObject([{ id: here, current: true }]);
    expect(await signIn(mia.email)).toBeNull();

    const other = await person("other", "analyst");
    const take = { email: other.email, current_password: "another password" };
    expect(await failure(change("email", take))).toMatchObject({ fields: ["email"] });
    expect(await change("email", { ...take, email: `mia.new@${shop}.test` })).toMatchObject({
      email: `mia.new@${shop}.test`,
    });
    await failure(change("password", wrong));
    for (let n = 2; n <= 10; n++) await attempts.countAttempt("password", [`person ${mia.id}`]);
    expect(await failure(change("password", { ...wrong, current_password: "another password" }))).toMatchObject({
      status: 429,
    });
  });

  test("an account cannot try out which emails are known here", async () => {
    const [mia, other] = [await person("mia", "analyst"), await person("other", "merchant")];
    const take = { email: other.email, current_password: password };
    const tries: (number | undefined)[] = [];
    for (let number = 0; number < 11; number++) {
      tries.push((await failure(ask(mia, "account", "email", { body: take }, "analyst"))).status);
    }
    expect(tries).toEqual([...Array(10).fill(400), 429]);
  });

  test("an account ends its own sessions only, and its changes are recorded in each of its stores", async () => {
    const [mia, eve] = [await person("mia", "analyst"), await person("eve", "analyst")];
    await desk.db.insert(store).values({ id: `${shop}b`, name: "Other", ...facts });
    await joins(mia, `${shop}b`, "analyst");
    const [here, there] = [await signIn(mia.email), await signIn(mia.email)];
    const end = (who: Who, id: string | null) =>
      ask(who, "account", "end_session", { params: { id: id ?? "" } }, "analyst");
    expect(await failure(end(eve, there))).toMatchObject({ status: 404 });
    await end({ ...mia, sessionId: here ?? "" }, there);
    expect(await sessionsOf(mia)).toBe(1);
    for (const storeId of [shop, `${shop}b`]) {
      await soon(async () => {
        const rows = await desk.db.select().from(audit).where(eq(audit.storeId, storeId));
        expect(rows.some(({ operation, outcome }) => operation === "end_session" && outcome === "ok")).toBe(true);
      });
    }
    expect(await passwords.endSessions(desk.db, mia.id)).toBe(1);
  });
});
