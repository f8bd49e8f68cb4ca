import "server-only";
import * as z from "zod";
import { oneOf } from "../../../contract/common.ts";
import { exportedResources } from "../../../contract/desk/jobs.ts";
import { toCsvLine } from "../../../csv.ts";
import { deedLines } from "../../audit/export.ts";
import type { Kind } from "../kind.ts";
import type { Named } from "../place.ts";
import { pageSize, readPage } from "../settle.ts";
import { apiOf, sheetOf, toCells } from "../sheets.ts";

type Exported = { resource: (typeof exportedResources)[number]; filter?: Record<string, string> };

/** A list as a file, of exactly the filter that was given, a page at a time. */
export const exportCsv: Kind = {
  params: z.strictObject({ resource: oneOf(exportedResources) }),
  of: (params) => {
    const { resource } = params as Exported;
    return resource === "audit" ? "audit" : { api: apiOf(resource), resource, operation: "list" };
  },
  calls: 1,
  filtered: true,
  begin: () => ({}),
  async collect(turn, cursor) {
    const { resource, filter = {} } = turn.job.params as Exported;
    if (resource === "audit") {
      const { content, rows, next } = await deedLines(turn.membership, filter, cursor.below as number | undefined);
      return { content, rows, next: next === undefined ? null : { below: next } };
    }
    const { page = 1 } = cursor as { page?: number };
    const named = exportCsv.of(turn.job.params) as Named;
    const { data, total, last } = await readPage(turn, named, { ...filter, page, per_page: pageSize });
    const head = page === 1 ? toCsvLine(sheetOf(resource).map(({ name }) => name)) : "";
    const lines = data.map((record) => toCsvLine(toCells(resource, record)));
    return { content: head + lines.join(""), rows: data.length, total, next: last ? null : { page: page + 1 } };
  },
};
