import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError } from "../../contract/errors.ts";
import type { PartnerKey } from "../../contract/partner/account.ts";
import { partner, partnerKey } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";
import { isClosed } from "../payouts/lines.ts";
import { callerNetwork, countAttempt } from "../people/guess-limits.ts";
import { digestOf } from "../people/passwords.ts";
import { type Partner, type PartnerHandlers, partnerCall } from "./caller.ts";
import { readPartner } from "./partners.ts";
import { requireSession } from "./shut-out.ts";

const most = 10;

export const keys: PartnerHandlers<"keys"> = {
  list: async (_input, { partner }) => ({ data: await listKeys(partner.id) }),

  async create({ body: { name } }, { partner }) {
    const { id } = partner;
    if (isClosed(await partnerCall<Affiliate>(partner, "affiliates.get"))) {
      throw new ApiError(409, "not_active", sentence("portalNoKeys"));
    }
    const secret = `portal_${randomBytes(32).toString("base64url")}`;
    const own = { id: `pkey_${randomUUID()}`, partnerId: id, name, hash: digestOf(secret), lastFour: secret.slice(-4) };
    const key = await db().transaction(async (tx) => {
      await requireSession(tx, partner);
      if ((await tx.$count(partnerKey, eq(partnerKey.partnerId, id))) >= most) {
        throw new ApiError(409, "too_many", sentence("keys", { count: most }));
      }
      const [row] = await tx.insert(partnerKey).values(own).returning();
      return toKey(row as Row);
    });
    return { key, secret };
  },

  revoke: ({ params }, { partner }) => revokeKey(partner.id, params.id),
};

export async function listKeys(partnerId: string): Promise<PartnerKey[]> {
  const rows = await db()
    .select()
    .from(partnerKey)
    .where(eq(partnerKey.partnerId, partnerId))
    .orderBy(asc(partnerKey.createdAt), asc(partnerKey.id));
  return rows.map(toKey);
}

export async function revokeKey(partnerId: string, id: string) {
  const own = and(eq(partnerKey.id, id), eq(partnerKey.partnerId, partnerId));
  if ((await db().delete(partnerKey).where(own)).rowCount === 0) {
    throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Key", id }));
  }
  return { id, deleted: true };
}

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
  const found = row && (await readPartner(row.id, { withKey: true }));
  if (found) return found;
  await countAttempt("sign-in", [`partner key ${callerNetwork(headers)}`]);
  throw new ApiError(401, "unauthorized", "This key is not known, was revoked, or is for another program.");
}
