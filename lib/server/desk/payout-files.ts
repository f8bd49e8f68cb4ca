import "server-only";
import { randomBytes } from "node:crypto";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { payoutFiles as contract } from "../../contract/desk/payout-files.ts";
import { ApiError } from "../../contract/errors.ts";
import { job } from "../../database/schema/desk-jobs.ts";
import { isEmbedded } from "../connections.ts";
import { db } from "../db.ts";
import { addItems } from "../jobs/items.ts";
import type { Place } from "../jobs/place.ts";
import { lookAt } from "../jobs/queue.ts";
import { findJob, presentJob } from "../jobs/read.ts";
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

/** Starts a job that records the outcomes in a provider's file, except for lines with a problem. */
async function noteFile(place: Place, csv: string): Promise<string> {
  if (!isEmbedded({ api: "affiliate", mode: place.mode })) {
    throw new ApiError(400, "invalid_request", "This API cannot record the outcome of a payout.");
  }
  const { lines } = await matchFile(place, csv);
  const noted = lines.filter(({ problem }) => problem === null);
  if (noted.length === 0) throw new ApiError(400, "invalid_request", "No line in the file changes a payout.");
  const { membership, mode } = place;
  const { person, role, store } = membership;
  const id = `job_${randomBytes(9).toString("base64url")}`;
  const items = noted.map(({ line, payout_id: payoutId, becomes, told_status: told }) => ({
    recordId: payoutId,
    label: `${line}: ${told}`.slice(0, 200),
    input: {
      params: { id: payoutId ?? "" },
      body: { status: becomes, ...(becomes === "failed" && { failure_reason: (told ?? "").slice(0, 500) }) },
    },
  }));
  await db().transaction(async (tx) => {
    await tx.insert(job).values({
      id,
      storeId: store.id,
      mode,
      kind: "note_payouts",
      resource: "payouts",
      role,
      cursor: null,
      params: {},
      createdBy: person.id,
      createdByName: person.name,
      actsFor: person.id,
    });
    await addItems(tx, id, items, 0);
  });
  return id;
}
