import "server-only";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { partner, partnerPasskey, partnerSession } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import { env } from "../env.ts";
import { programOf } from "../memory/partner-program.ts";
import { listKeys, revokeKey } from "../partners/keys.ts";
import { addMedia, deleteMedia, listMedia } from "../partners/media.ts";
import { enrol, mayEnter } from "../partners/partners.ts";
import { shutOutAffiliate } from "../partners/shut-out.ts";
import { makeSignInLink, queueLink } from "../partners/sign-in-link.ts";
import { readerFor } from "../payouts/read-all-pages.ts";
import { readAffiliate } from "../payouts/read-owed.ts";
import { callerOf, type DeskContext, type DeskHandlers } from "../wire/call.ts";
import { mayMail } from "../wire/mail.ts";

export const portal: DeskHandlers<"portal"> = {
  async access({ params }, context) {
    const { slug, portalOpen } = await programOf(storeModeOf(context));
    const row = await findRow(context, params.id);
    return {
      address: portalOpen ? new URL(`/partners/${slug}`, env().CARTWRIGHT_ORIGIN).href : null,
      mail: mayMail(),
      partner: row && {
        email: row.email,
        seen_at: row.lastSeenAt?.toISOString() ?? null,
        sessions: await db().$count(partnerSession, eq(partnerSession.userId, row.id)),
        passkeys: await db().$count(partnerPasskey, eq(partnerPasskey.userId, row.id)),
        keys: await listKeys(row.id),
        tax: row.tax,
      },
    };
  },

  async link({ params }, context) {
    const { program, affiliate } = await requirePortal(context, params.id);
    const row = await enrol(callerOf(context), affiliate);
    const link = await makeSignInLink(row, program.slug);
    const mailed = mayMail();
    if (mailed) await queueLink(program, row, link, context.membership.person.locale);
    return { secret_link: link, mailed };
  },

  async sign_out({ params }, context) {
    return { sessions_ended: await shutOutAffiliate(storeModeOf(context), params.id) };
  },

  async revoke_key({ params }, context) {
    const row = await findRow(context, params.id);
    if (!row) throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Key", id: params.key }));
    return revokeKey(row.id, params.key);
  },
};

/** An affiliate who can sign in to the portal, which is open. */
export async function requirePortal(context: DeskContext, id: string) {
  const program = await programOf(storeModeOf(context));
  if (!program.portalOpen) {
    throw new ApiError(409, "portal_closed", sentence("portalClosed"));
  }
  const affiliate = await readAffiliate(readerFor(callerOf(context)), id);
  if (!affiliate || !mayEnter(affiliate)) {
    const message = sentence("portalCannotEnter");
    throw new ApiError(409, "not_active", message);
  }
  return { program, affiliate };
}

async function findRow(context: DeskContext, affiliateId: string) {
  const [row] = await db()
    .select()
    .from(partner)
    .where(and(inDesk(partner, context), eq(partner.affiliateId, affiliateId)));
  return row ?? null;
}

export const portalMedia: DeskHandlers<"portal_media"> = {
  list: async (_input, context) => ({ data: await listMedia(storeModeOf(context)) }),

  async add({ body: { name, type, file_base64: content } }, context) {
    return { id: await addMedia(storeModeOf(context), { name, type, content: Buffer.from(content, "base64") }) };
  },

  async delete({ params }, context) {
    await deleteMedia(storeModeOf(context), params.id);
    return { id: params.id, deleted: true };
  },
};
