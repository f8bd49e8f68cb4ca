import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { payouts as contract } from "../../contract/desk/payouts.ts";
import { lookAt } from "../jobs/queue.ts";
import { findJob, presentJob } from "../jobs/read.ts";
import { readAccount } from "../payouts/account.ts";
import { checkPayout, settleAsMade, settleAsNotMade } from "../payouts/by-hand.ts";
import { confirmPayouts } from "../payouts/confirm.ts";
import { previewPayouts } from "../payouts/preview.ts";
import { provePayout } from "../payouts/proof.ts";
import { countPayouts, findPayout, listPayouts, presentPayout, readEntry } from "../payouts/read.ts";
import { readingOf } from "../payouts/reading.ts";
import { type DeskContext, placeOf } from "./context.ts";

export const payouts: ResourceHandlers<(typeof contract)["payouts"], DeskContext> = {
  preview: ({ body }, context) => previewPayouts(placeOf(context), body.affiliates ?? null),

  async reading(_input, context) {
    return { reading: readingOf(context) };
  },

  async confirm({ body }, context) {
    const id = await confirmPayouts(placeOf(context), body);
    await lookAt("job", id);
    return presentJob(await findJob(context, id));
  },

  list: ({ query }, context) => listPayouts(context, query),
  counts: (_input, context) => countPayouts(context),
  get: ({ params }, context) => readEntry(context, params.id),
  proof: ({ params }, context) => provePayout(placeOf(context), params.id),
  account: ({ params, query }, context) => readAccount(placeOf(context), params.id, query.rows === "true"),

  async check({ params }, context) {
    const found = await checkPayout(placeOf(context), await findPayout(context, params.id));
    return { ...(await presentPayout(context, params.id)), found };
  },

  async made({ params, body: { payout_id, reason } }, context) {
    await settleAsMade(placeOf(context), await findPayout(context, params.id), payout_id, reason);
    return presentPayout(context, params.id);
  },

  async not_made({ params, body: { reason } }, context) {
    await settleAsNotMade(placeOf(context), await findPayout(context, params.id), reason);
    return presentPayout(context, params.id);
  },
};
