import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { payoutFiles as contract } from "../../contract/desk/payout-files.ts";
import { ApiError } from "../../contract/errors.ts";
import { type Caller, callerOf, type DeskContext } from "../call.ts";
import { isEmbedded } from "../connections.ts";
import { db } from "../db.ts";
import { insertJob } from "../jobs/create.ts";
import { findJob, presentJob } from "../jobs/read.ts";
import { matchFile } from "../payouts/provider-file.ts";

export const payoutFiles: ResourceHandlers<(typeof contract)["payout_files"], DeskContext> = {
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
