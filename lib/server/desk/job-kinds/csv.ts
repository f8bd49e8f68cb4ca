import "server-only";
import * as z from "zod";
import { oneOf, recordId } from "../../../contract/common.ts";
import { exportedResources } from "../../../contract/desk/jobs.ts";
import { recordNames } from "../../../contract/record-words.ts";
import { toCsvLine } from "../../../csv.ts";
import { deedLines } from "../../memory/audit/read.ts";
import { payoutLines, sealOf } from "../../payouts/payouts-csv.ts";
import type { OperationName } from "../../wire/call.ts";
import { pageSize, readRows } from "../../work/jobs/find-outcome.ts";
import type { JobKind } from "../../work/jobs/kind.ts";
import { apiOf, listOf, sheetOf, toCells } from "../../work/jobs/sheets.ts";
import { collectBaseline } from "./matching-records.ts";

type Exported = {
  resource: (typeof exportedResources)[number];
  format?: "generic";
  endpoint?: string;
  jsonl?: boolean;
  filter?: Record<string, string>;
};

export const exportCsv: JobKind = {
  params: z
    .strictObject({
      resource: oneOf(exportedResources),
      /** Payouts with names and control totals, for people. Files that pay are made from batches only. */
      format: z.literal("generic").optional(),
      /** The endpoint whose deliveries a file contains, and whether each line is JSON. */
      endpoint: recordId.optional(),
      jsonl: z.boolean().optional(),
    })
    .refine(({ resource, format }) => format === undefined || resource === "payouts", {
      path: ["format"],
      error: "Must be left out unless payouts are exported.",
    })
    .refine(({ resource, endpoint }) => (endpoint !== undefined) === (resource === "deliveries"), {
      path: ["endpoint"],
      error: "Must be sent for deliveries and for nothing else.",
    })
    .refine(({ resource, jsonl }) => !jsonl || resource === "deliveries", {
      path: ["jsonl"],
      error: "Must be left out unless deliveries are exported.",
    }),
  of: (params) => {
    const { resource } = params as Exported;
    return resource === "audit" ? "audit" : listOf(resource);
  },
  calls: 1,
  filtered: true,
  begin: () => ({}),
  async collect(turn, cursor) {
    const { resource, format, endpoint, jsonl = false, filter = {} } = turn.job.params as Exported;
    if (resource === "audit") {
      const { content, rows, next } = await deedLines(turn.membership, filter, cursor.below as number | undefined);
      return { content, rows, next: next === undefined ? null : { below: next } };
    }
    if (format) return payoutLines(turn, filter, cursor);
    const { page = 1, after, lead } = cursor as { page?: number; after?: string; lead?: string };
    const named = exportCsv.of(turn.job.params) as OperationName;
    // A list with a cursor may have more records than its page numbers reach.
    const query = { ...filter, page, per_page: pageSize, ...(after !== undefined && { cursor: after }) };
    const params = endpoint === undefined ? {} : { id: endpoint };
    const { data, total, last, next } = await readRows(turn, named, query, params);
    const lineOf = (record: Record<string, unknown>) =>
      jsonl ? `${JSON.stringify(record)}\n` : toCsvLine(toCells(resource, record));
    // An API without pagination returns the same page again and again.
    const first = lineOf(data[0] ?? {});
    if (page > 1 && first === lead) return { content: "", next: null };
    const head = page === 1 && !jsonl ? toCsvLine(sheetOf(resource).map(({ name }) => name)) : "";
    const lines = data.map(lineOf);
    const further = { page: page + 1, lead: first, ...(next !== undefined && { after: next }) };
    return { content: head + lines.join(""), rows: data.length, total, next: last ? null : further };
  },
  seal: (job, parts) => (job.params.format === undefined ? null : sealOf(job, parts)),
};

export const importCsv: JobKind = {
  params: z.strictObject({
    resource: oneOf(recordNames),
    csv: z.string(),
    skip_invalid: z.boolean().default(false),
  }),
  of: ({ resource }) => ({ api: apiOf(String(resource)), resource: String(resource), operation: "create" }),
  calls: 1,
  alone: true,
  begin: () => ({}),
  collect: (turn) => collectBaseline(turn, importCsv.of(turn.job.params) as OperationName),
};
