import "server-only";
import { and, eq, like } from "drizzle-orm";
import * as z from "zod";
import { ApiError, isRecord } from "../contract/errors.ts";
import { parse } from "../contract/parse.ts";
import { twoFactor as table, user, verification } from "../database/schema/desk.ts";
import { clientAddress, countAttempt, forgetAttempts } from "./attempts.ts";
import { noteAccount, noteSignIn } from "./audit/sessions.ts";
import { db } from "./db.ts";
import { requirePassword } from "./passwords.ts";
import { findPerson, type Person } from "./people.ts";
import { json } from "./proxy.ts";

const withPassword = z.object({ password: z.string().max(1024) });
const withCode = z.object({ code: z.string().trim().max(64), trust: z.boolean().default(false) });

type Pass = (body: object) => Promise<Response>;
type Act = (request: Request, body: unknown, pass: Pass) => Promise<Response>;

/** What a screen may ask the library's second factor for. Its answers are told in our words, and only what is needed of them. */
export const twoFactorActs: Record<string, Act> = {
  "two-factor/enable": async (request, body, pass) => {
    const person = await confirmed(request, body);
    if (await isOn(person)) throw new ApiError(409, "already_on", "Two-factor sign-in is on already.");
    const { totpURI, backupCodes } = await passed(pass, parse(withPassword, body, "body"));
    return json({ uri: totpURI, recovery_codes: backupCodes });
  },

  "two-factor/generate-backup-codes": async (request, body, pass) => {
    const person = await confirmed(request, body);
    const { backupCodes } = await passed(pass, parse(withPassword, body, "body"));
    await noteAccount(person, "new_recovery_codes");
    return json({ recovery_codes: backupCodes });
  },

  "two-factor/disable": async (request, body, pass) => {
    const person = await confirmed(request, body);
    const { cookies } = await passed(pass, parse(withPassword, body, "body"));
    await forgetTrust(person.id);
    await noteAccount(person, "two_factor_off");
    return done(cookies);
  },

  /** Both the first code, which turns it on, and the code at sign-in. */
  "two-factor/verify-totp": async (request, body, pass) => {
    const { code, trust } = parse(withCode, body, "body");
    const person = await findPerson(request.headers);
    const { cookies, user } = await guessed(request, person, () => passed(pass, { code, trustDevice: trust }));
    if (person) await noteAccount(person, "two_factor_on");
    else void noteSignIn(emailOf(user), true);
    return done(cookies);
  },

  "two-factor/verify-backup-code": async (request, body, pass) => {
    const { code, trust } = parse(withCode, body, "body");
    if (await findPerson(request.headers)) throw new ApiError(409, "signed_in", "You are signed in already.");
    const { cookies, user } = await guessed(request, null, () => passed(pass, { code, trustDevice: trust }));
    void noteSignIn(emailOf(user), true);
    return done(cookies);
  },
};

/** For the operator, where both the device and the recovery codes are lost. */
export async function turnOff(person: Pick<Person, "id">): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.delete(table).where(eq(table.userId, person.id));
    await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, person.id));
  });
  await forgetTrust(person.id);
}

async function forgetTrust(personId: string): Promise<void> {
  const trusted = and(eq(verification.value, personId), like(verification.identifier, "trust-device-%"));
  await db().delete(verification).where(trusted);
}

async function confirmed(request: Request, body: unknown): Promise<Person> {
  const person = await findPerson(request.headers);
  if (!person) throw new ApiError(401, "signed_out", "Your session has ended. Sign in again.");
  await requirePassword(person.id, parse(withPassword, body, "body").password, "password");
  return person;
}

async function isOn({ id }: Person): Promise<boolean> {
  const [row] = await db().select({ on: user.twoFactorEnabled }).from(user).where(eq(user.id, id));
  return row?.on === true;
}

/** The library counts for each account; this counts for each address, or for whoever is signed in. */
async function guessed<T>(request: Request, person: Person | null, act: () => Promise<T>): Promise<T> {
  const subject = person ? `person ${person.id}` : `address ${clientAddress(request.headers)}`;
  await countAttempt("code", [subject]);
  const result = await act();
  await forgetAttempts("code", subject);
  return result;
}

async function passed(pass: Pass, body: object) {
  const response = await pass(body);
  const answer: unknown = await response.json().catch(() => null);
  const told = isRecord(answer) ? answer : {};
  if (!response.ok) throw refusalOf(String(told.code), response.status);
  return { ...told, cookies: response.headers.getSetCookie() } as Record<string, unknown> & { cookies: string[] };
}

function refusalOf(code: string, status: number): ApiError {
  if (code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE") {
    const message = "This code is not right, or it was used already.";
    return new ApiError(400, "invalid_code", message, [{ field: "code", message }]);
  }
  if (status === 429) return new ApiError(429, "too_many_attempts", "Too many wrong codes. Try again in 15 minutes.");
  return new ApiError(409, "challenge_over", "This took too long, or there were too many wrong codes. Begin again.");
}

function emailOf(user: unknown): string {
  return isRecord(user) ? String(user.email) : "";
}

function done(cookies: readonly string[]): Response {
  const response = json({ ok: true });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
