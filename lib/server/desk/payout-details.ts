import "server-only";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError } from "../../contract/errors.ts";
import { callerOf, type DeskContext, type DeskHandlers } from "../call.ts";
import { type StoreMode, storeModeOf, type Transaction } from "../db.ts";
import { queueMail } from "../mail/outbox.ts";
import { findContacts } from "../partners/contacts.ts";
import { programOf } from "../partners/program.ts";
import { forgetDetails, maskedDetails, saveDetails } from "../payouts/details.ts";
import { readAffiliate } from "../payouts/facts.ts";
import { readerFor } from "../payouts/walk.ts";

export const payout_details: DeskHandlers<"payout_details"> = {
  get: ({ params }, context) => present(context, params.id),

  async save({ params, body }, context) {
    const affiliate = await readAffiliate(readerFor(callerOf(context)), params.id);
    if (!affiliate) throw new ApiError(404, "not_found", `Affiliate ${params.id} does not exist.`);
    const storeMode = storeModeOf(context);
    await saveDetails({ ...storeMode, affiliateId: params.id }, body.details, {
      by: context.membership.person.name,
      confirmed: true,
      tell: (tx, saved) => tellAffiliate(tx, storeMode, affiliate, saved),
    });
    return present(context, params.id);
  },

  async delete({ params }, context) {
    if (!(await forgetDetails({ ...storeModeOf(context), affiliateId: params.id }))) {
      throw new ApiError(404, "not_found", `No payout details are stored for affiliate ${params.id}.`);
    }
    return { id: params.id, deleted: true };
  },
};

async function present(context: DeskContext, id: string) {
  const details = (await maskedDetails(storeModeOf(context), [id])).get(id);
  return { affiliate_id: id, current: details?.current ?? null, pending: details?.pending ?? null };
}

type Saved = { id: string; masked: string };

/** Affiliates learn where their money goes, even those who never wrote to the program themselves. */
async function tellAffiliate(tx: Transaction, storeMode: StoreMode, affiliate: Affiliate, saved: Saved): Promise<void> {
  const contact = (await findContacts(tx, storeMode, [affiliate.id])).get(affiliate.id);
  const to = contact?.to ?? affiliate.email;
  if (!to) return;
  await queueMail(tx, {
    ...{ ...storeMode, kind: "payout_details_entered", to },
    locale: contact?.locale ?? (await programOf(storeMode)).locale,
    about: { name: contact?.name ?? affiliateName(affiliate) ?? to, details: saved.masked },
    once: `payout_details_entered ${saved.id}`,
  });
}
