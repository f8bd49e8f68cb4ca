import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, eq, like, ne } from "drizzle-orm";
import * as z from "zod";
import { ApiError, invalid } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import type { Transaction } from "../../database/client.ts";
import { account, session, verification } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import type { Person } from "../wire/call.ts";
import { countAttempt, forgetAttempts } from "./guess-limits.ts";
import { authContext } from "./load-auth.ts";
import { noteRefused } from "./note-sign-ins.ts";
import { requirePerson } from "./sessions.ts";

export const withPassword = z.object({ password: z.string().max(1024) });

const credentialOf = (personId: string) => and(eq(account.userId, personId), eq(account.providerId, "credential"));

export async function hashPassword(password: string): Promise<string> {
  return (await authContext()).password.hash(password);
}

/** Required before changes that could lock the person out. Guesses are counted, because a session may be stolen. */
export async function requirePassword(personId: string, password: string, field: string): Promise<void> {
  const subject = `person ${personId}`;
  await countAttempt("password", [subject]);
  const [row] = await db().select({ hash: account.password }).from(account).where(credentialOf(personId));
  const { verify } = (await authContext()).password;
  if (!row?.hash || !(await verify({ hash: row.hash, password }))) {
    throw invalid({ field, ...sentence("notYourPassword") });
  }
  await forgetAttempts("password", subject);
}

/** `wanted` names, for the audit, what a person with a wrong password tried to do. */
export async function confirmPerson(headers: Headers, body: unknown, wanted: string): Promise<Person> {
  const person = await requirePerson(headers);
  const { password } = parse(withPassword, body, "body");
  try {
    await requirePassword(person.id, password, "password");
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 400) await noteRefused(person, wanted, cause);
    throw cause;
  }
  return person;
}

/** Also ends trust in browsers, and all sessions except `currentSession`. Returns the number of ended sessions. */
export async function setPassword(
  tx: Transaction,
  personId: string,
  hash: string,
  currentSession?: string,
): Promise<number> {
  await tx.update(account).set({ password: hash, updatedAt: new Date() }).where(credentialOf(personId));
  await forgetLinks(tx, personId);
  await forgetTrustedBrowsers(tx, personId);
  return endSessions(tx, personId, currentSession);
}

export async function forgetTrustedBrowsers(executor: Pick<Transaction, "delete">, personId: string): Promise<void> {
  const trusted = and(eq(verification.value, personId), like(verification.identifier, "trust-device-%"));
  await executor.delete(verification).where(trusted);
}

/** Deletes reset links, which may have been sent to an address that the person no longer has. */
export async function forgetLinks(executor: Pick<Transaction, "delete">, personId: string): Promise<void> {
  const links = and(eq(verification.value, personId), like(verification.identifier, "password-reset:%"));
  await executor.delete(verification).where(links);
}

export async function endSessions(
  executor: Pick<Transaction, "delete">,
  personId: string,
  currentSession?: string,
): Promise<number> {
  const mine = and(
    eq(session.userId, personId),
    currentSession === undefined ? undefined : ne(session.id, currentSession),
  );
  return (await executor.delete(session).where(mine).returning({ id: session.id })).length;
}

// Links that let somebody in contain 256 random bits. Only a digest of them is stored.

export function makeLink(path: string): { link: string; digest: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { link: new URL(`/${path}/${token}`, env().CARTWRIGHT_ORIGIN).href, digest: digestOf(token) };
}

export function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
