import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq, gt, like, lt, or, sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { passkey, user, verification } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { mayMail, sendMail, wordsIn } from "../wire/mail.ts";
import { noteAccount } from "./note-sign-ins.ts";
import { digestOf, hashPassword, makeLink, setPassword } from "./passwords.ts";

const hour = 60 * 60 * 1000;
const prefix = "password-reset:";
const identifierOf = (digest: Buffer) => prefix + digest.toString("base64url");

/** A new link ends the person's earlier one. */
export async function makeResetLink(personId: string): Promise<{ link: string; expiresAt: Date }> {
  const { link, digest } = makeLink("password");
  const expiresAt = new Date(Date.now() + hour);
  await db().transaction(async (tx) => {
    const stale = or(eq(verification.value, personId), lt(verification.expiresAt, sql`now()`));
    await tx.delete(verification).where(and(like(verification.identifier, `${prefix}%`), stale));
    await tx
      .insert(verification)
      .values({ id: randomUUID(), identifier: identifierOf(digest), value: personId, expiresAt });
  });
  return { link, expiresAt };
}

/** Callers do not wait for this, so that no response shows whether the person exists. */
export async function mailResetLink(email: string): Promise<void> {
  if (!mayMail()) return;
  try {
    const [person] = await db().select().from(user).where(eq(user.email, email));
    if (!person) return;
    const { link } = await makeResetLink(person.id);
    const t = await wordsIn(person.locale, "mail");
    const text = `${t("reset.text", { name: person.name, link })}\n`;
    await sendMail({ to: person.email, subject: t("reset.subject"), text });
    await noteAccount(person, "ask_reset");
  } catch (cause) {
    log.error({ err: cause }, "a link for a new password was not sent");
  }
}

export async function isResetToken(token: string): Promise<boolean> {
  const [row] = await db().select({ id: verification.id }).from(verification).where(valid(token));
  return row !== undefined;
}

/** Ends all sessions and passkeys, because others may have made some. The second factor stays. */
export async function resetPassword(token: string, password: string): Promise<void> {
  if (!(await isResetToken(token))) throw ended();
  const hash = await hashPassword(password);
  const person = await db().transaction(async (tx) => {
    const [used] = await tx.delete(verification).where(valid(token)).returning({ personId: verification.value });
    if (!used) throw ended();
    await setPassword(tx, used.personId, hash);
    await tx.delete(passkey).where(eq(passkey.userId, used.personId));
    const [found] = await tx.select().from(user).where(eq(user.id, used.personId));
    return found;
  });
  if (person) await noteAccount(person, "reset_password");
}

const valid = (token: string) =>
  and(eq(verification.identifier, identifierOf(digestOf(token))), gt(verification.expiresAt, sql`now()`));

const ended = () => new ApiError(410, "link_ended", sentence("linkEnded"));
