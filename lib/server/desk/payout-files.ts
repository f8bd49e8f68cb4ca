import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { payoutFiles as contract } from "../../contract/desk/payout-files.ts";
import { lookAt } from "../jobs/queue.ts";
import { findJob, presentJob } from "../jobs/read.ts";
import { noteFile } from "../payouts/note.ts";
import { matchFile } from "../payouts/provider-file.ts";
import { type DeskContext, placeOf } from "./context.ts";

export const payoutFiles: ResourceHandlers<(typeof contract)["payout_files"], DeskContext> = {
  match: ({ body }, context) => matchFile(placeOf(context), body.csv),

  async apply({ body }, context) {
    const id = await noteFile(placeOf(context), body.csv);
    await lookAt("job", id);
    return presentJob(await findJob(context, id));
  },
};
