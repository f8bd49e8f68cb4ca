import "server-only";
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Role } from "../../contract/define.ts";
import type { Invitation } from "../../contract/desk/people.ts";
import { ApiError, invalid, type Sentence } from "../../contract/errors.ts";
import { invitation, member, store, user } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { noteDeed } from "../memory/audit/record.ts";
import { notifyLive } from "../notify.ts";
import type { Membership, Person } from "../wire/call.ts";
import { sendMail, wordsIn } from "../wire/mail.ts";
import { insertPerson, joinStore } from "./members.ts";
import { digestOf, hashPassword, makeLink } from "./passwords.ts";

const days = 7;
const inDays = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const open = and(isNull(invitation.acceptedAt), isNull(invitation.revokedAt));

type Row = typeof invitation.$inferSelect;
type Invited = { invitation: Invitation; secret_link: string; mailed: boolean };

export async function listInvitations(storeId: string): Promise<Invitation[]> {
  const rows = await db()
    .select({ invitation, inviter: user.name })
    .from(invitation)
    .leftJoin(user, eq(user.id, invitation.invitedBy))
    .where(and(eq(invitation.storeId, storeId), open))
    .orderBy(desc(invitation.createdAt), desc(invitation.id));
  return rows.map((row) => toInvitation(row.invitation, row.inviter));
}

export async function invite(by: Membership, { email, role }: { email: string; role: Role }): Promise<Invited> {
  const storeId = by.store.id;
  const refuse = (said: Sentence) => invalid({ field: "email", ...said });
  const [known] = await db()
    .select({ id: user.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.storeId, storeId), eq(user.email, email)));
  if (known) throw refuse(sentence("member"));
  const { link, digest } = makeLink("invite");
  const values = { id: `inv_${randomUUID()}`, storeId, email, role, tokenHash: digest, invitedBy: by.person.id };
  const [row] = await db()
    .insert(invitation)
    .values({ ...values, expiresAt: inDays() })
    .onConflictDoNothing({ target: [invitation.storeId, invitation.email], where: open })
    .returning();
  if (!row) throw refuse(sentence("invited"));
  return tell(by, row, link);
}

export async function renewInvitation(by: Membership, id: string): Promise<Invited> {
  const { link, digest } = makeLink("invite");
  const [row] = await db()
    .update(invitation)
    .set({ tokenHash: digest, expiresAt: inDays(), invitedBy: by.person.id })
    .where(and(eq(invitation.id, id), eq(invitation.storeId, by.store.id), open))
    .returning();
  if (!row) throw missing(id);
  return tell(by, row, link);
}

export async function revokeInvitation(storeId: string, id: string): Promise<void> {
  const revoked = await db()
    .update(invitation)
    .set({ revokedAt: new Date() })
    .where(and(eq(invitation.id, id), eq(invitation.storeId, storeId), open))
    .returning({ id: invitation.id });
  if (revoked.length === 0) throw missing(id);
}

export async function findInvitation(token: string) {
  const [row] = await db()
    .select({ email: invitation.email, role: invitation.role, store: store.name, inviter: user.name })
    .from(invitation)
    .innerJoin(store, eq(store.id, invitation.storeId))
    .leftJoin(user, eq(user.id, invitation.invitedBy))
    .where(valid(token));
  if (!row) return null;
  const hasAccount = (await db().$count(user, eq(user.email, row.email))) > 0;
  return { ...row, hasAccount };
}

type Newcomer = { name: string; password: string };

/** Works once. A person who already has an account must be signed in. */
export async function acceptInvitation(
  token: string,
  signedIn: Person | null,
  newcomer?: Newcomer,
): Promise<{ store: string; email: string }> {
  if (!(await findInvitation(token))) throw ended();
  const hash = newcomer && (await hashPassword(newcomer.password));
  return db().transaction(async (tx) => {
    const [used] = await tx.update(invitation).set({ acceptedAt: new Date() }).where(valid(token)).returning();
    if (!used) throw ended();
    const { storeId, email, role } = used;
    if (signedIn && signedIn.email !== email) {
      throw new ApiError(409, "other_person", sentence("invitationForOther", { email, other: signedIn.email }));
    }
    const [known] = await tx.select().from(user).where(eq(user.email, email));
    if (known && !signedIn) {
      throw new ApiError(409, "has_account", sentence("hasAccount", { email }));
    }
    if (!known && !(newcomer && hash)) {
      throw new ApiError(400, "invalid_request", sentence("nameAndPassword"));
    }
    const name = known?.name ?? newcomer?.name ?? "";
    const userId = known?.id ?? (await insertPerson(tx, { name, email }, hash ?? ""));
    const before = await joinStore(tx, { storeId, userId, role });
    const actor = { kind: "person", id: userId, name } as const;
    await noteDeed(
      {
        storeId,
        mode: null,
        actor,
        role,
        api: "desk",
        resource: "invitations",
        operation: "accept",
        method: "POST",
        path: "/invitations/accept",
        recordId: used.id,
      },
      { before: before && { email, role: before }, after: { email, role } },
      tx,
    );
    // The audit row announces the invitation. The list of people has changed as well.
    await notifyLive(tx, { store: storeId, mode: null, api: "desk", resource: "people", record: userId });
    return { store: storeId, email };
  });
}

const valid = (token: string) =>
  and(eq(invitation.tokenHash, digestOf(token)), open, gt(invitation.expiresAt, sql`now()`));

async function tell(by: Membership, row: Row, link: string): Promise<Invited> {
  const about = { store: by.store.name, inviter: by.person.name, role: row.role, link, days };
  // In the inviter's language, because the inviter knows the invited person.
  const t = await wordsIn(by.person.locale, "mail");
  const text = `${t("invitation.text", about)}\n`;
  const mailed = await sendMail({ to: row.email, subject: t("invitation.subject", about), text });
  return { invitation: toInvitation(row, by.person.name), secret_link: link, mailed };
}

function toInvitation({ id, email, role, createdAt, expiresAt }: Row, inviter: string | null): Invitation {
  return {
    id,
    email,
    role,
    invited_by: inviter,
    expired: expiresAt.getTime() <= Date.now(),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

const missing = (id: string) => new ApiError(404, "not_found", sentence("invitationNotOpen", { id }));

const ended = () => new ApiError(410, "link_ended", sentence("invitationEnded"));
