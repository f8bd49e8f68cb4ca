import "server-only";
import { ApiError } from "../../contract/errors.ts";
import { callerOf, type DeskContext, type DeskHandlers } from "../call.ts";
import { storeModeOf } from "../db.ts";
import { forgetDetails, maskedDetails, saveDetails } from "../payouts/details.ts";
import { readAffiliate } from "../payouts/facts.ts";
import { readerFor } from "../payouts/walk.ts";

export const payout_details: DeskHandlers<"payout_details"> = {
  get: ({ params }, context) => present(context, params.id),

  async save({ params, body }, context) {
    if (!(await readAffiliate(readerFor(callerOf(context)), params.id))) {
      throw new ApiError(404, "not_found", `Affiliate ${params.id} does not exist.`);
    }
    const place = { ...storeModeOf(context), affiliateId: params.id };
    await saveDetails(place, body.details, { by: context.membership.person.name, confirmed: true });
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
