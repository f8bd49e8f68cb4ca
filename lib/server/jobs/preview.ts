import "server-only";
import type { JobDraft, JobPreview } from "../../contract/desk/jobs.ts";
import type { Caller, OperationName } from "../call.ts";
import { perform } from "../operations.ts";
import { readDraft } from "./create.ts";
import { pageSize, readPage } from "./settle.ts";

const maxPages = 20;

export async function previewJob(caller: Caller, draft: JobDraft): Promise<JobPreview> {
  const { named, filter = {}, params } = readDraft(caller, draft);
  if (named === "audit") return sum([], 0, true);
  if (draft.kind === "replay_deliveries")
    return previewReplay(caller, named, String(params.endpoint), filter, draft.ids);
  const wanted = draft.ids && new Set(draft.ids);
  const found: Record<string, unknown>[] = [];
  let counted: number | null = null;
  for (let page = 1; page <= maxPages; page++) {
    const { data, total, last } = await readPage(caller, named, { ...filter, page, per_page: pageSize });
    found.push(...data.filter((record) => !wanted || wanted.has(String(record.id))));
    counted = total;
    if (last || (wanted && found.length >= wanted.size)) return sum(found, wanted?.size ?? found.length, true);
    // For records without amounts only their number is needed, which an API that counts has reported by now.
    if (!wanted && total !== null && found.every(({ amount }) => amount === undefined)) return sum([], total, true);
  }
  return sum(found, wanted?.size ?? Math.max(counted ?? 0, found.length), wanted !== undefined);
}

async function previewReplay(
  caller: Caller,
  named: OperationName,
  id: string,
  filter: Record<string, string>,
  ids?: string[],
) {
  if (ids) return sum([], ids.length, true);
  const query = { ...filter, page: 1, per_page: 1 };
  const { body } = await perform({ ...caller, ...named, operation: "logs", params: { id }, query });
  const { total } = (body as { pagination: { total: number | null } }).pagination;
  return sum([], total ?? 0, total !== null);
}

/** Ten-thousandths, so that decimals of other APIs add up as exactly as minor units. */
const unit = 10_000;

function sum(rows: Record<string, unknown>[], count: number, complete: boolean): JobPreview {
  const totals = new Map<string, number>();
  for (const { amount, currency } of rows) {
    if (typeof amount !== "number") continue;
    const name = typeof currency === "string" ? currency : "";
    totals.set(name, (totals.get(name) ?? 0) + Math.round(amount * unit));
  }
  return {
    count,
    complete,
    totals: [...totals].map(([currency, amount]) => ({ currency, amount: amount / unit })),
    affiliates: new Set(rows.map((row) => row.affiliate_id).filter((id) => id !== undefined)).size,
    flagged: rows.filter(({ flags }) => Array.isArray(flags) && flags.length > 0).length,
  };
}
