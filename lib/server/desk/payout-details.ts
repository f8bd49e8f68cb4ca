import "server-only";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError } from "../../contract/errors.ts";
import { callerOf, type DeskContext, type DeskHandlers } from "../call.ts";
import { db, type StoreMode, storeModeOf, type Transaction } from "../db.ts";
import { queueMail } from "../mail/outbox.ts";
import { findContacts } from "../partners/contacts.ts";
import { programOf } from "../partners/program.ts";
import { forgetDetails, maskedDetails, saveDetails, type ToldDetails } from "../payouts/details.ts";
import { readAffiliate } from "../payouts/facts.ts";
import { readerFor } from "../payouts/walk.ts";

export const payout_details: DeskHandlers<"payout_details"> = {
  get: ({ params }, context) => present(context, params.id),

  async save({ params, body }, context) {
    const affiliate = await readAffiliate(readerFor(callerOf(context)), params.id);
    if (!affiliate) throw new ApiError(404, "not_found", `Affiliate ${params.id} does not exist.`);
    const place = { ...storeModeOf(context), affiliateId: params.id };
    await saveDetails(place, body.details, {
      by: context.membership.person.name,
      confirmed: true,
      tell: (tx, saved) => tellAffiliate(tx, "payout_details_entered", { ...place, affiliate }, saved),
    });
    return present(context, params.id);
  },

  async delete({ params }, context) {
    const affiliate = await readAffiliate(readerFor(callerOf(context)), params.id);
    const place = { ...storeModeOf(context), affiliateId: params.id };
    await db().transaction(async (tx) => {
      const deleted = await forgetDetails(tx, place);
      if (!deleted) throw new ApiError(404, "not_found", `No payout details are stored for affiliate ${params.id}.`);
      await tellAffiliate(tx, "payout_details_deleted", { ...place, affiliate }, deleted);
    });
    return { id: params.id, deleted: true };
  },
};

async function present(context: DeskContext, id: string) {
  const details = (await maskedDetails(storeModeOf(context), [id])).get(id);
  return { affiliate_id: id, current: details?.current ?? null, pending: details?.pending ?? null };
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
    ...{ ...storeMode, kind, to },
    locale: contact?.locale ?? (await programOf(storeMode)).locale,
    about: { name: contact?.name ?? (affiliate && affiliateName(affiliate)) ?? to, details: masked },
    once: `${kind} ${id}`,
  });
}
