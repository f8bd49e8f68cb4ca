import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { sentence } from "../../sentences.ts";
import { db, fromNow, inStoreMode, type StoreMode, storeModeOf } from "../db.ts";
import { env } from "../env.ts";
import { type PartnerProgram, programOf } from "../memory/partner-program.ts";
import { findContacts } from "../partners/contacts.ts";
import { forgetDetails, maskedDetails, saveDetails, type ToldDetails } from "../payouts/details.ts";
import { readerFor } from "../payouts/read-all-pages.ts";
import { readAffiliate } from "../payouts/read-owed.ts";
import { callerOf, type DeskContext, type DeskHandlers } from "../wire/call.ts";
import { mayMail } from "../wire/mail.ts";
import { queueMail } from "../work/mail/outbox.ts";
import { requirePortal } from "./portal.ts";

export const payout_details: DeskHandlers<"payout_details"> = {
  get: ({ params }, context) => present(context, params.id),

  async save({ params, body }, context) {
    const affiliate = await readAffiliate(readerFor(callerOf(context)), params.id);
    if (!affiliate)
      throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Affiliate", id: params.id }));
    const place = { ...storeModeOf(context), affiliateId: params.id };
    await saveDetails(place, body.details, {
      by: context.membership.person.name,
      confirmed: true,
      tell: (tx, saved) => tellAffiliate(tx, "payout_details_entered", { ...place, affiliate }, saved),
    });
    return present(context, params.id);
  },

  async ask({ params }, context) {
    const { affiliate, program } = await requirePortal(context, params.id);
    if (!mayMail()) throw new ApiError(409, "no_mail_server", sentence("mailNoServer"));
    const to = await db().transaction((tx) => askAffiliate(tx, storeModeOf(context), affiliate, program));
    return { affiliate_id: params.id, to };
  },

  async delete({ params }, context) {
    const affiliate = await readAffiliate(readerFor(callerOf(context)), params.id);
    const place = { ...storeModeOf(context), affiliateId: params.id };
    await db().transaction(async (tx) => {
      const deleted = await forgetDetails(tx, place);
      if (!deleted) throw new ApiError(404, "not_found", sentence("noDetails", { id: params.id }));
      await tellAffiliate(tx, "payout_details_deleted", { ...place, affiliate }, deleted);
    });
    return { id: params.id, deleted: true };
  },
};

async function present(context: DeskContext, id: string) {
  const details = (await maskedDetails(storeModeOf(context), [id])).get(id);
  return { affiliate_id: id, current: details?.current ?? null, pending: details?.pending ?? null };
}

const dayMs = 86_400_000;

async function askAffiliate(tx: Transaction, storeMode: StoreMode, affiliate: Affiliate, program: PartnerProgram) {
  const contact = (await findContacts(tx, storeMode, [affiliate.id])).get(affiliate.id);
  const to = (contact?.to ?? affiliate.email ?? "").trim().toLowerCase();
  const asked = and(inStoreMode(mail, storeMode), eq(mail.kind, "payout_details_wanted"), eq(mail.to, to));
  const recent = sql<boolean>`${mail.createdAt} > ${fromNow(-dayMs)}`;
  const newestFirst = tx.select({ id: mail.id, recent }).from(mail).where(asked).orderBy(desc(mail.createdAt));
  const [last] = await newestFirst.limit(1);
  if (last?.recent) throw new ApiError(409, "asked_already", sentence("askedAlready"));
  await queueMail(tx, {
    ...storeMode,
    kind: "payout_details_wanted",
    to,
    locale: contact?.locale ?? program.locale,
    about: {
      name: contact?.name ?? affiliateName(affiliate) ?? to,
      link: new URL(`/partners/${program.slug}/account`, env().CARTWRIGHT_ORIGIN).href,
    },
    // Of two requests at the same time, one queues the mail.
    once: `payout_details_wanted ${affiliate.id} ${last ? `after ${last.id}` : "first"}`,
  });
  return to;
}

type Recipient = StoreMode & { affiliateId: string; affiliate: Affiliate | null };

/** Affiliates learn where their money goes, even those who never wrote to the program themselves. */
async function tellAffiliate(
  tx: Transaction,
  kind: "payout_details_entered" | "payout_details_deleted",
  { affiliateId, affiliate, ...storeMode }: Recipient,
  { id, masked }: ToldDetails,
): Promise<void> {
  const contact = (await findContacts(tx, storeMode, [affiliateId])).get(affiliateId);
  const to = contact?.to ?? affiliate?.email;
  if (!to) return;
  await queueMail(tx, {
    ...storeMode,
    kind,
    to,
    locale: contact?.locale ?? (await programOf(storeMode)).locale,
    about: { name: contact?.name ?? (affiliate && affiliateName(affiliate)) ?? to, details: masked },
    once: `${kind} ${id}`,
  });
}
