import "server-only";
import { ApiError } from "../../contract/errors.ts";
import { type Caller, callerOf, type DeskHandlers } from "../call.ts";
import { isEmbedded } from "../connections.ts";
import { db } from "../db.ts";
import { insertJob } from "../jobs/create.ts";
import { findJob, presentJob } from "../jobs/read.ts";
import { readAccount } from "../payouts/account.ts";
import { checkPayout, settleAsMade, settleAsNotMade } from "../payouts/by-hand.ts";
import { confirmPayouts } from "../payouts/confirm.ts";
import { previewPayouts } from "../payouts/preview.ts";
import { provePayout } from "../payouts/proof.ts";
import { matchFile } from "../payouts/provider-file.ts";
import { countPayouts, findPayout, listPayouts, presentPayout, readEntry } from "../payouts/read.ts";
import { readingOf } from "../payouts/walk.ts";

export const payouts: DeskHandlers<"payouts"> = {
  preview: ({ body }, context) => previewPayouts(callerOf(context), body.affiliates ?? null),

  async reading(_input, context) {
    return { reading: readingOf(context) };
  },

  async confirm({ body }, context) {
    return presentJob(await findJob(context, await confirmPayouts(callerOf(context), body)));
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

export const payoutFiles: DeskHandlers<"payout_files"> = {
  match: ({ body }, context) => matchFile(callerOf(context), body.csv),

  async apply({ body }, context) {
    return presentJob(await findJob(context, await noteFile(callerOf(context), body.csv)));
  },
};

async function noteFile(caller: Caller, csv: string): Promise<string> {
  if (!isEmbedded({ api: "affiliate", mode: caller.mode })) {
    throw new ApiError(400, "invalid_request", "This API cannot record the outcome of a payout.");
  }
  const { lines } = await matchFile(caller, csv);
  const noted = lines.filter(({ problem }) => problem === null);
  if (noted.length === 0) throw new ApiError(400, "invalid_request", "No line in the file changes a payout.");
  const items = noted.map(({ line, payout_id: payoutId, becomes, told_status: told }) => ({
    recordId: payoutId,
    label: `${line}: ${told}`.slice(0, 200),
    input: {
      params: { id: payoutId ?? "" },
      body: { status: becomes, ...(becomes === "failed" && { failure_reason: (told ?? "").slice(0, 500) }) },
    },
  }));
  const job = { kind: "note_payouts", resource: "payouts", params: {}, cursor: null } as const;
  return db().transaction((tx) => insertJob(tx, caller, job, items));
}
