import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { audit as contract } from "../../contract/desk/audit.ts";
import { exportDeeds } from "../audit/export.ts";
import { listDeeds, readDeed, toEntry } from "../audit/read.ts";
import { verifyAudit } from "../audit/verify.ts";
import type { DeskContext } from "../call.ts";

export const audit: ResourceHandlers<(typeof contract)["audit"], DeskContext> = {
  async list({ query }, { membership }) {
    const { cursor, per_page, ...filters } = query;
    const rows = await listDeeds(membership, filters, per_page + 1, cursor === undefined ? undefined : Number(cursor));
    const data = rows.slice(0, per_page).map(toEntry);
    return { data, next: rows.length > per_page ? (data.at(-1)?.id ?? null) : null };
  },
  get: ({ params }, { membership }) => readDeed(membership, params.id),
  export: async ({ query }, { membership }) => exportDeeds(membership, query),
  verify: (_input, { membership }) => verifyAudit(membership.store.id),
};
