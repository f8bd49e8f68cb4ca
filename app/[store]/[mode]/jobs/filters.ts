import { createLoader, parseAsInteger, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { itemStates, jobStates } from "@/lib/contract/desk/job-words";

export const jobFilters = {
  state: parseAsStringLiteral(jobStates),
  ...pageFilters,
};
export const itemFilters = {
  state: parseAsStringLiteral(itemStates),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
};

export const loadJobFilters = createLoader(jobFilters);
export const loadItemFilters = createLoader(itemFilters);

export function toQuery<S extends string>({ state, ...page }: { state: S | null; page: number; per_page: number }) {
  return { ...toPage(page), ...(state && { state }) };
}
