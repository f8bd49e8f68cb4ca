import "server-only";
import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Role } from "../../contract/define.ts";
import type { Member } from "../../contract/desk/people.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { account, invitation, member, passkey, user } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { endSessions } from "./passwords.ts";

type MemberKey = { storeId: string; userId: string };

export async function listMembers(storeId: string, askerId: string): Promise<Member[]> {
  const rows = await db()
    .select({ user, member, passkeys: db().$count(passkey, eq(passkey.userId, user.id)) })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.storeId, storeId))
    .orderBy(asc(user.name), asc(user.id));
  return rows.map(({ user: { id, name, email, ...person }, member: { role, createdAt }, passkeys }) => ({
    id,
    name,
    email,
    role,
    since: createdAt.toISOString(),
    you: id === askerId,
    two_factor: person.twoFactorEnabled,
    passkeys,
    seen_at: person.lastSeenAt?.toISOString() ?? null,
  }));
}

export async function changeRole(key: MemberKey, role: Role): Promise<void> {
  await db().transaction(async (tx) => {
    await requireMember(tx, key);
    await setRole(tx, key, role);
  });
}

/** A person who is left without any store is signed out everywhere. */
export async function removeMember(key: MemberKey): Promise<void> {
  await db().transaction(async (tx) => {
    await requireMember(tx, key);
    await requireOtherOwner(tx, key);
    await tx.delete(member).where(isMember(key));
    await takeBackInvitations(tx, key);
    if ((await tx.$count(member, eq(member.userId, key.userId))) === 0) await endSessions(tx, key.userId);
  });
}

export async function joinStore(tx: Transaction, { role, ...key }: MemberKey & { role: Role }): Promise<Role | null> {
  const [before] = await tx.select({ role: member.role }).from(member).where(isMember(key));
  if (before) await setRole(tx, key, role);
  else await tx.insert(member).values({ ...key, role });
  return before?.role ?? null;
}

export async function insertPerson(
  tx: Transaction,
  { name, email }: { name: string; email: string },
  passwordHash: string,
): Promise<string> {
  const id = randomUUID();
  await tx.insert(user).values({ id, name, email, emailVerified: true });
  await tx
    .insert(account)
    .values({ id: randomUUID(), accountId: id, providerId: "credential", userId: id, password: passwordHash });
  return id;
}

const isMember = ({ storeId, userId }: MemberKey) => and(eq(member.storeId, storeId), eq(member.userId, userId));

async function setRole(tx: Transaction, key: MemberKey, role: Role): Promise<void> {
  if (role !== "owner") {
    await requireOtherOwner(tx, key);
    await takeBackInvitations(tx, key);
  }
  await tx.update(member).set({ role }).where(isMember(key));
}

async function requireMember(tx: Transaction, key: MemberKey): Promise<void> {
  const [row] = await tx.select().from(member).where(isMember(key));
  if (!row) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Member", id: key.userId }));
}

/** Locks the owners, so that two of them who remove each other at once cannot both succeed. */
async function requireOtherOwner(tx: Transaction, { storeId, userId }: MemberKey): Promise<void> {
  const owners = await tx
    .select({ userId: member.userId })
    .from(member)
    .where(and(eq(member.storeId, storeId), eq(member.role, "owner")))
    .for("update");
  if (owners.length !== 1 || owners[0]?.userId !== userId) return;
  const [person] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
  throw new ApiError(409, "last_owner", sentence("lastOwner", { email: person?.email ?? "", store: storeId }));
}

/** Only owners may invite, so the open invitations of a former owner are revoked. */
async function takeBackInvitations(tx: Transaction, { storeId, userId }: MemberKey): Promise<void> {
  await tx
    .update(invitation)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(invitation.storeId, storeId),
        eq(invitation.invitedBy, userId),
        isNull(invitation.acceptedAt),
        isNull(invitation.revokedAt),
      ),
    );
}
