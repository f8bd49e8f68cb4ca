import "server-only";
import { verifyAudit } from "../memory/audit/chain.ts";
import { exportDeeds, listDeeds, readDeed, toEntry } from "../memory/audit/read.ts";
import type { DeskHandlers } from "../wire/call.ts";

export const audit: DeskHandlers<"audit"> = {
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
