import "server-only";
import { noonOf } from "../../contract/affiliate/payout-words.ts";
import type { MatchedLine } from "../../contract/desk/payout-files.ts";
import type { AnswerColumns } from "../../contract/desk/payout-words.ts";
import { ApiError } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import { db, storeModeOf } from "../db.ts";
import { rememberColumns } from "../payouts/answer-columns.ts";
import {
  approveFile,
  createFile,
  filesToApprove,
  listFiles,
  readFile,
  releaseFile,
  reopenFile,
  withdrawFile,
} from "../payouts/files.ts";
import { notePaidDays } from "../payouts/paid-days.ts";
import { matchFile } from "../payouts/provider-file.ts";
import { readPayoutSettings, savePayoutSettings } from "../payouts/settings.ts";
import { type Caller, callerOf, type DeskHandlers } from "../wire/call.ts";
import { has } from "../wire/contracts.ts";
import { insertJob } from "../work/jobs/create.ts";
import { findJob, presentJob } from "../work/jobs/read.ts";

export const payout_files: DeskHandlers<"payout_files"> = {
  list: ({ query }, context) => listFiles(context, query.batch),
  waiting: async (_input, context) => ({ data: await filesToApprove(context) }),
  create: async ({ body }, context) => readFile(context, await createFile(context, body)),

  async approve({ params, body }, context) {
    await approveFile(context, params.id, body.sha256);
    return readFile(context, params.id);
  },

  async release({ params, body }, context) {
    const text = await releaseFile(context, params.id, body.sha256);
    return { ...(await readFile(context, params.id)), file_text: text };
  },

  async reopen({ params }, context) {
    await reopenFile(context, params.id);
    return readFile(context, params.id);
  },

  async withdraw({ params }, context) {
    await withdrawFile(context, params.id);
    return readFile(context, params.id);
  },

  async match({ body }, context) {
    const { key: _, ...file } = await matchFile(callerOf(context), body.text, body.columns);
    return file;
  },

  async apply({ body }, context) {
    const id = await noteFile(callerOf(context), body.text, body.columns);
    return id === null ? null : presentJob(context, await findJob(context, id));
  },
};

export const payout_settings: DeskHandlers<"payout_settings"> = {
  get: (_input, context) => readPayoutSettings(storeModeOf(context)),

  async save({ body }, context) {
    await savePayoutSettings(storeModeOf(context), body, context.membership.person.name);
    return readPayoutSettings(storeModeOf(context));
  },
};

/** Returns the job, or null if the days were only noted in the ledger. */
async function noteFile(caller: Caller, text: string, columns: AnswerColumns | undefined): Promise<string | null> {
  const { lines, sheet, key } = await matchFile(caller, text, columns);
  if (sheet && (sheet.columns.reference === null || sheet.columns.amount === null)) {
    throw new ApiError(400, "invalid_request", sentence("selectColumns"));
  }
  if (columns && key !== null) await rememberColumns(caller, key, columns);
  if (!has({ api: "affiliate", mode: caller.mode, resource: "payouts", operation: "update" })) {
    const paid = lines.flatMap(({ payout_id: id, told_at: day, becomes, problem }) =>
      id && day && becomes === "paid" && (problem === null || problem === "already") ? [{ id, day }] : [],
    );
    if ((await notePaidDays(storeModeOf(caller), paid)) > 0) return null;
    const message = sentence("noPaidDay");
    throw new ApiError(400, "invalid_request", message);
  }
  const noted = lines.filter(({ problem }) => problem === null);
  if (noted.length === 0) throw new ApiError(400, "invalid_request", sentence("fileNoPayout"));
  const items = noted.map((line) => ({
    recordId: line.payout_id,
    label: `${line.line}: ${line.told_status ?? line.becomes}`.slice(0, 200),
    input: { params: { id: line.payout_id ?? "" }, body: outcomeOf(line) },
  }));
  const job = { kind: "note_payouts", resource: "payouts", params: {}, cursor: null } as const;
  return db().transaction((tx) => insertJob(tx, caller, job, items));
}

type Said = Pick<MatchedLine, "becomes" | "told_status" | "told_reason" | "told_reason_key" | "told_at">;

function outcomeOf({ becomes, told_status: status, told_reason: reason, told_reason_key: key, told_at: day }: Said) {
  if (becomes === "paid") return { status: becomes, ...(day && { paid_at: noonOf(day) }) };
  if (becomes === "processing") return { status: becomes };
  const failure_reason = (reason ?? status ?? "").slice(0, 500);
  const failed = { status: "failed", failure_reason, ...(key && { failure_reason_key: key }) };
  return becomes === "failed" ? failed : { ...failed, returned_at: day ? noonOf(day) : new Date().toISOString() };
}
