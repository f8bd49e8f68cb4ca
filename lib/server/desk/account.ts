import "server-only";
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Account, Passkeys } from "../../contract/desk/account.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { passkey, session, user } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { passkeySite } from "../people/auth-settings.ts";
import { countAttempt } from "../people/guess-limits.ts";
import { auth } from "../people/load-auth.ts";
import { noteAccount } from "../people/note-sign-ins.ts";
import { listPasskeys, noPasskey, removePasskey } from "../people/passkeys.ts";
import { endSessions, forgetLinks, hashPassword, requirePassword, setPassword } from "../people/passwords.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";

export const account: DeskHandlers<"account"> = {
  async get(_input, { membership }) {
    return readAccount(membership.person.id);
  },

  async update({ body }, context) {
    const { id } = context.membership.person;
    await db().update(user).set({ name: body.name, updatedAt: new Date() }).where(eq(user.id, id));
    await noteElsewhere(context, "update");
    return readAccount(id);
  },

  async prefer({ body }, context) {
    const { id } = context.membership.person;
    const chosen = { locale: body.locale, timeZone: body.time_zone };
    await db()
      .update(user)
      .set({ ...chosen, updatedAt: new Date() })
      .where(eq(user.id, id));
    await noteElsewhere(context, "prefer");
    return readAccount(id);
  },

  async email({ body }, context) {
    const { id } = context.membership.person;
    await requirePassword(id, body.current_password, "current_password");
    // Attempts are counted, because the response tells whether somebody else has this email.
    await countAttempt("address", [`person ${id}`]);
    const taken = await db().$count(user, and(eq(user.email, body.email), ne(user.id, id)));
    if (taken > 0) {
      throw invalid({ field: "email", ...sentence("cannotBeUsed") });
    }
    await db().update(user).set({ email: body.email, updatedAt: new Date() }).where(eq(user.id, id));
    await forgetLinks(db(), id);
    await noteElsewhere(context, "email");
    return readAccount(id);
  },

  async password({ body }, context) {
    const { id, sessionId } = context.membership.person;
    await requirePassword(id, body.current_password, "current_password");
    const hash = await hashPassword(body.password);
    const ended = await db().transaction((tx) => setPassword(tx, id, hash, sessionId));
    await noteElsewhere(context, "password");
    return { sessions_ended: ended };
  },

  async sessions(_input, { membership: { person } }) {
    const rows = await db()
      .select()
      .from(session)
      .where(and(eq(session.userId, person.id), gt(session.expiresAt, sql`now()`)))
      .orderBy(desc(session.updatedAt), desc(session.id));
    const data = rows.map((row) => ({
      id: row.id,
      device: deviceOf(row.userAgent),
      address: row.ipAddress || null,
      begun_at: row.createdAt.toISOString(),
      seen_at: row.updatedAt.toISOString(),
      current: row.id === person.sessionId,
    }));
    return { data: data.sort((a, b) => Number(b.current) - Number(a.current)) };
  },

  async end_session({ params }, context) {
    const { id } = context.membership.person;
    const mine = and(eq(session.id, params.id), eq(session.userId, id));
    const ended = await db().delete(session).where(mine).returning({ id: session.id });
    if (ended.length === 0) throw new ApiError(404, "not_found", sentence("sessionEnded"));
    await noteElsewhere(context, "end_session");
    return { id: params.id, deleted: true };
  },

  async passkeys(_input, { membership: { person } }) {
    return readPasskeys(person.id);
  },

  async rename_passkey({ params, body }, context) {
    const { id } = context.membership.person;
    const mine = and(eq(passkey.id, params.id), eq(passkey.userId, id));
    const renamed = await db().update(passkey).set({ name: body.name }).where(mine).returning({ id: passkey.id });
    if (renamed.length === 0) throw noPasskey();
    await noteElsewhere(context, "rename_passkey");
    return readPasskeys(id);
  },

  async remove_passkey({ params }, context) {
    const removed = await removePasskey(passkey, params.id, context.membership.person.id);
    await noteElsewhere(context, "remove_passkey");
    return removed;
  },

  async end_others(_input, context) {
    const { id, sessionId } = context.membership.person;
    const ended = await endSessions(db(), id, sessionId);
    await noteElsewhere(context, "end_others");
    return { sessions_ended: ended };
  },
};

/** Records the change in the person's other stores. This store's row is written around the operation. */
const noteElsewhere = ({ membership: { person, store } }: DeskContext, operation: string) =>
  noteAccount(person, operation, store.id);

async function readPasskeys(id: string): Promise<Passkeys> {
  return { origin: passkeySite()?.origin ?? null, data: await listPasskeys(passkey, id) };
}

async function readAccount(id: string): Promise<Account> {
  const [row] = await db().select().from(user).where(eq(user.id, id));
  if (!row) throw new ApiError(404, "not_found", "There is no such account.");
  const { name, email, twoFactorEnabled, locale, timeZone } = row;
  const codes = twoFactorEnabled
    ? (await (await auth()).api.viewBackupCodes({ body: { userId: id } })).backupCodes
    : null;
  return {
    name,
    email,
    two_factor: twoFactorEnabled,
    recovery_codes: codes?.length ?? null,
    locale,
    time_zone: timeZone,
  };
}

// The order matters, because most browsers also name those below them.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

function deviceOf(userAgent: string | null): string | null {
  const find = (known: typeof browsers) => known.find(([form]) => form.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
