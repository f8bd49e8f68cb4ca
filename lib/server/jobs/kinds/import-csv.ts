import "server-only";
import * as z from "zod";
import { oneOf } from "../../../contract/common.ts";
import { importedResources } from "../../../contract/desk/jobs.ts";
import type { Kind } from "../kind.ts";
import type { Named } from "../place.ts";
import { apiOf } from "../sheets.ts";
import { collectBaseline } from "./on-records.ts";

/** Imports the lines of a checked file. The items are created with the job. */
export const importCsv: Kind = {
  params: z.strictObject({
    resource: oneOf(importedResources),
    csv: z.string(),
    skip_invalid: z.boolean().default(false),
  }),
  of: ({ resource }) => ({ api: apiOf(String(resource)), resource: String(resource), operation: "create" }),
  calls: 1,
  alone: true,
  begin: () => ({}),
  collect: (turn) => collectBaseline(turn, importCsv.of(turn.job.params) as Named),
};
