import "server-only";
import { checkPayout, settleAsMade, settleAsNotMade } from "../payouts/by-hand.ts";
import { provePayout } from "../payouts/compare-with-commissions.ts";
import { confirmPayouts } from "../payouts/confirm-batch.ts";
import { readAccount } from "../payouts/owed-two-ways.ts";
import { payAmount } from "../payouts/pay-amount.ts";
import { previewPayouts } from "../payouts/preview.ts";
import { countPayouts, findPayout, listPayouts, presentPayout, readEntry } from "../payouts/read.ts";
import { readingOf } from "../payouts/read-all-pages.ts";
import { callerOf, type DeskHandlers } from "../wire/call.ts";
import { findJob, presentJob } from "../work/jobs/read.ts";

export const payouts: DeskHandlers<"payouts"> = {
  preview: ({ body }, context) => previewPayouts(callerOf(context), body.affiliates ?? null),

  async reading(_input, context) {
    return { reading: readingOf(context) };
  },

  async confirm({ body }, context) {
    return presentJob(context, await findJob(context, await confirmPayouts(callerOf(context), body)));
  },

  async pay_amount({ body }, context) {
    return presentJob(context, await findJob(context, await payAmount(callerOf(context), body)));
  },

  list: ({ query }, context) => listPayouts(context, query),

  counts: (_input, context) => countPayouts(context),
  get: ({ params }, context) => readEntry(context, params.id),
  proof: ({ params }, context) => provePayout(callerOf(context), params.id),
  account: ({ params, query }, context) => readAccount(callerOf(context), params.id, query.rows === "true"),

  async check({ params }, context) {
    const found = await checkPayout(callerOf(context), await findPayout(context, params.id));
    return { ...(await presentPayout(context, params.id)), found };
  },

  async made({ params, body: { payout_id, reason } }, context) {
    await settleAsMade(callerOf(context), await findPayout(context, params.id), payout_id, reason);
    return presentPayout(context, params.id);
  },

  async not_made({ params, body: { reason } }, context) {
    await settleAsNotMade(callerOf(context), await findPayout(context, params.id), reason);
    return presentPayout(context, params.id);
  },
};
