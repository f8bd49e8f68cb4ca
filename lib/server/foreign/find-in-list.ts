import type { Page } from "../../contract/common.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Call } from "../wire/call.ts";
import { perform } from "../wire/perform-call.ts";

const per_page = 100;
const maxPages = 20;

/** An API that lists records but cannot get a single one has its list searched. */
export async function findInList<T extends { id: string }>(id: string, name: string, call: Call): Promise<T> {
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page++) {
    const { body } = await perform({ ...call, operation: "list", params: {}, query: { page, per_page } });
    const { data, pagination } = body as Page<T>;
    const found = data.find((one) => one.id === id);
    if (found) return found;
    const before = seen.size;
    for (const one of data) seen.add(one.id);
    const { total } = pagination;
    // Without a total, the list ends with a page that has no new records, because any page may be short.
    if (seen.size === before || (total !== null && page * pagination.per_page >= total)) {
      throw new ApiError(404, "not_found", `${name} ${id} is not among the ${seen.size} that this API lists.`);
    }
  }
  throw new ApiError(404, "not_found", `${name} ${id} is not among the first ${seen.size} that this API lists.`);
}
