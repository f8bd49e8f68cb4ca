import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { itemStates, jobStates } from "@/lib/contract/desk/job-words";

export const jobFilters = {
  state: parseAsString.withDefault(""),
  ...pageFilters,
};
export const itemFilters = {
  state: parseAsStringLiteral(itemStates),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
};

export const loadJobFilters = createLoader(jobFilters);
export const loadItemFilters = createLoader(itemFilters);

const isState = (word: string): word is (typeof jobStates)[number] => jobStates.includes(word as never);

export function toJobQuery({ state, ...at }: { state: string; page: number; per_page: number }) {
  return { ...toPage(at), ...(isState(state) && { state }) };
}

type ItemFilters = { state: (typeof itemStates)[number] | null; page: number; per_page: number };

export function toItemQuery({ state, ...at }: ItemFilters) {
  return { ...toPage(at), ...(state && { state }) };
}
