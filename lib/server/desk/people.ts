import "server-only";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Member } from "../../contract/desk/people.ts";
import { ApiError } from "../../contract/errors.ts";
import { member } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import { countAttempt } from "../people/guess-limits.ts";
import { invite, listInvitations, renewInvitation, revokeInvitation } from "../people/invitations.ts";
import { changeRole, listMembers, removeMember } from "../people/members.ts";
import { makeResetLink } from "../people/password-reset.ts";
import type { DeskHandlers, Membership } from "../wire/call.ts";
import { mayMail } from "../wire/mail.ts";

export const people: DeskHandlers<"people"> = {
  async list(_input, { membership }) {
    return { data: await membersFor(membership) };
  },

  async get({ params }, { membership }) {
    return findMember(membership, params.id);
  },

  async change_role({ params, body }, { membership }) {
    await changeRole({ storeId: membership.store.id, userId: params.id }, body.role);
    return findMember(membership, params.id);
  },

  async remove({ params }, { membership }) {
    await removeMember({ storeId: membership.store.id, userId: params.id });
    return { id: params.id, deleted: true };
  },

  async reset_link({ params }, { membership }) {
    await findMember(membership, params.id);
    await requireNoOtherStore(membership, params.id);
    const { link, expiresAt } = await makeResetLink(params.id);
    return { secret_link: link, expires_at: expiresAt.toISOString() };
  },
};

export const invitations: DeskHandlers<"invitations"> = {
  async list(_input, { membership }) {
    return { data: await listInvitations(membership.store.id), mail: mayMail() };
  },

  async create({ body }, { membership }) {
    await countInvitation(membership);
    return invite(membership, body);
  },

  async renew({ params }, { membership }) {
    await countInvitation(membership);
    return renewInvitation(membership, params.id);
  },

  async revoke({ params }, { membership }) {
    await revokeInvitation(membership.store.id, params.id);
    return { id: params.id, deleted: true };
  },
};

/** Counted, because each invitation may send an email to any address. */
const countInvitation = ({ person }: Membership) => countAttempt("invite", [`person ${person.id}`]);

const membersFor = ({ store, person }: Membership) => listMembers(store.id, person.id);

async function findMember(membership: Membership, id: string): Promise<Member> {
  const found = (await membersFor(membership)).find((one) => one.id === id);
  if (!found) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Member", id }));
  return found;
}

/** A reset link opens the whole account, so it is refused for members of stores that the owner does not own. */
async function requireNoOtherStore({ person, store }: Membership, id: string): Promise<void> {
  const owned = db()
    .select({ id: member.storeId })
    .from(member)
    .where(and(eq(member.userId, person.id), eq(member.role, "owner")));
  const elsewhere = and(eq(member.userId, id), ne(member.storeId, store.id), sql`${member.storeId} not in ${owned}`);
  if ((await db().$count(member, elsewhere)) === 0) return;
  throw new ApiError(409, "other_store", sentence("otherStore"));
}
