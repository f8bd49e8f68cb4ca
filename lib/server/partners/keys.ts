import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import type { PartnerKey } from "../../contract/partner/account.ts";
import { partner, partnerKey } from "../../database/schema/desk-portal.ts";
import { clientAddress, countAttempt } from "../attempts.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";
import { digestOf } from "../passwords.ts";
import type { Partner, PartnerHandlers } from "./caller.ts";
import { readPartner } from "./partners.ts";

const most = 10;

export const keys: PartnerHandlers<"keys"> = {
  async list(_input, { partner: { id } }) {
    const rows = await db()
      .select()
      .from(partnerKey)
      .where(eq(partnerKey.partnerId, id))
      .orderBy(asc(partnerKey.createdAt), asc(partnerKey.id));
    return { data: rows.map(toKey) };
  },

  async create({ body: { name } }, { partner: { id } }) {
    if ((await db().$count(partnerKey, eq(partnerKey.partnerId, id))) >= most) {
      throw new ApiError(409, "too_many", `There are ${most} keys. Revoke one first.`);
    }
    const secret = `portal_${randomBytes(32).toString("base64url")}`;
    const [row] = await db()
      .insert(partnerKey)
      .values({ id: `pkey_${randomUUID()}`, partnerId: id, name, hash: digestOf(secret), lastFour: secret.slice(-4) })
      .returning();
    return { key: toKey(row as Row), secret };
  },

  async revoke({ params }, { partner: { id } }) {
    const mine = and(eq(partnerKey.id, params.id), eq(partnerKey.partnerId, id));
    if ((await db().delete(partnerKey).where(mine)).rowCount === 0) {
      throw new ApiError(404, "not_found", "There is no such key.");
    }
    return { id: params.id, deleted: true };
  },
};

type Row = typeof partnerKey.$inferSelect;

const toKey = ({ id, name, lastFour, createdAt, usedAt }: Row): PartnerKey => ({
  id,
  name,
  last_four: lastFour,
  created_at: createdAt.toISOString(),
  used_at: usedAt?.toISOString() ?? null,
});

/** A key belongs to one affiliate of one program. */
export async function findByKey(headers: Headers, program: StoreMode): Promise<Partner> {
  const [, secret] = /^Bearer +(portal_[\w-]{43})$/i.exec(headers.get("authorization") ?? "") ?? [];
  const [row] = secret
    ? await db()
        .update(partnerKey)
        .set({ usedAt: new Date() })
        .from(partner)
        .where(
          and(
            eq(partnerKey.hash, digestOf(secret)),
            eq(partner.id, partnerKey.partnerId),
            inStoreMode(partner, program),
          ),
        )
        .returning({ id: partner.id })
    : [];
  const found = row && (await readPartner(row.id));
  if (found) return found;
  await countAttempt("sign-in", [`partner key ${clientAddress(headers)}`]);
  throw new ApiError(401, "unauthorized", "This key is not known, was revoked, or is for another program.");
}
