import "server-only";
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type * as z from "zod";
import type { PartnerInvitation, partnerInvite } from "../../contract/desk/partner-program.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { partnerInvitation, partnerProgram } from "../../database/schema/desk-partners.ts";
import { sentence } from "../../sentences.ts";
import { db, type Executor, inDesk, inStoreMode, now, type StoreMode, storeModeOf } from "../db.ts";
import { type PartnerProgram, programOf } from "../memory/partner-program.ts";
import { digestOf, makeLink } from "../people/passwords.ts";
import type { DeskContext } from "../wire/call.ts";
import { queueMail } from "../work/mail/outbox.ts";

type Row = typeof partnerInvitation.$inferSelect;
type Invite = z.output<typeof partnerInvite>;

const days = 30;
const mostShown = 500;

const isInvitationOpen = and(
  isNull(partnerInvitation.acceptedAt),
  isNull(partnerInvitation.revokedAt),
  gt(partnerInvitation.expiresAt, now),
);

export async function listPartnerInvitations(context: DeskContext): Promise<PartnerInvitation[]> {
  const rows = await db()
    .select()
    .from(partnerInvitation)
    .where(inDesk(partnerInvitation, context))
    .orderBy(desc(partnerInvitation.createdAt), desc(partnerInvitation.id))
    .limit(mostShown);
  return rows.map(toPartnerInvitation);
}

export async function openEmails(storeMode: StoreMode, executor: Executor = db()): Promise<Set<string>> {
  const open = and(inStoreMode(partnerInvitation, storeMode), isInvitationOpen);
  const rows = await executor.select({ email: partnerInvitation.email }).from(partnerInvitation).where(open);
  return new Set(rows.map(({ email }) => email));
}

/** Leaves out people who are already invited. The mail is queued with the invitation, so that neither exists alone. */
export async function invitePartners(context: DeskContext, invites: readonly Invite[]) {
  const program = await requireOpen(context);
  const { person } = context.membership;
  const expiresAt = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  return db().transaction(async (tx) => {
    const made: { row: Row; link: string }[] = [];
    // One call at a time, because two for the same address would not see each other.
    await tx.select().from(partnerProgram).where(inDesk(partnerProgram, context)).for("no key update");
    const open = await openEmails(storeModeOf(context), tx);
    for (const { email, ...grants } of invites) {
      if (open.has(email)) continue;
      const { link, digest } = makeLink(`join/${program.slug}/invited`);
      const id = `pinv_${randomUUID()}`;
      const values = { id, email, grants, tokenHash: digest, invitedBy: person.name, expiresAt };
      const [row] = await tx
        .insert(partnerInvitation)
        .values({ ...storeModeOf(context), ...values })
        .returning();
      const about = { inviter: person.name, link };
      const { locale } = program;
      await queueMail(tx, { ...storeModeOf(context), kind: "partner_invited", to: email, locale, about, once: id });
      made.push({ row: row as Row, link });
    }
    return made;
  });
}

async function requireOpen(context: DeskContext): Promise<PartnerProgram> {
  const program = await programOf(storeModeOf(context));
  if (program.open) return program;
  throw new ApiError(409, "closed", sentence("joinClosed"));
}

export async function revokePartnerInvitation(context: DeskContext, id: string): Promise<void> {
  const own = and(inDesk(partnerInvitation, context), eq(partnerInvitation.id, id), isInvitationOpen);
  const revoked = await db()
    .update(partnerInvitation)
    .set({ revokedAt: now })
    .where(own)
    .returning({ id: partnerInvitation.id });
  if (revoked.length === 0) throw new ApiError(404, "not_found", sentence("invitationNotOpen", { id }));
}

export async function findPartnerInvitation(program: PartnerProgram, token: string, executor: Executor = db()) {
  const [row] = await executor.select().from(partnerInvitation).where(withToken(program, token));
  return row ?? null;
}

/** Works once, and only for the invited address. */
export async function acceptInvitation(
  tx: Transaction,
  program: PartnerProgram,
  token: string,
  email: string,
): Promise<Row> {
  const found = await findPartnerInvitation(program, token, tx);
  if (found && found.email !== email) {
    throw invalid({ field: "email", ...sentence("joinOtherEmail") });
  }
  const [used] = await tx
    .update(partnerInvitation)
    .set({ acceptedAt: now })
    .where(withToken(program, token))
    .returning();
  if (used) return used;
  throw new ApiError(410, "link_ended", sentence("invitationEnded"));
}

const withToken = (program: PartnerProgram, token: string) =>
  and(inStoreMode(partnerInvitation, program), eq(partnerInvitation.tokenHash, digestOf(token)), isInvitationOpen);

export function toPartnerInvitation({ id, email, grants, ...row }: Row): PartnerInvitation {
  const ended = row.expiresAt.getTime() <= Date.now();
  return {
    id,
    email,
    commission_type: grants.commission_type ?? null,
    commission_rate: grants.commission_rate ?? null,
    group: grants.group ?? null,
    invited_by: row.invitedBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    state: row.acceptedAt ? "accepted" : row.revokedAt ? "revoked" : ended ? "expired" : "open",
  };
}
