import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { itemStates, jobStates } from "@/lib/contract/desk/job-words";

export const jobFilters = {
  state: parseAsString.withDefault(""),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};
export const itemFilters = {
  state: parseAsStringLiteral(itemStates),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(50),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export const loadJobFilters = createLoader(jobFilters);
export const loadItemFilters = createLoader(itemFilters);

const isState = (word: string): word is (typeof jobStates)[number] => jobStates.includes(word as never);
const within = (value: number, most: number) => Math.min(most, Math.max(1, value));

/** The operation's query, the same on the server and in the browser. */
export function toJobQuery({ state, page, per_page }: { state: string; page: number; per_page: number }) {
  return { page: within(page, 1_000_000), per_page: within(per_page, 100), ...(isState(state) && { state }) };
}

type ItemFilters = { state: (typeof itemStates)[number] | null; page: number; per_page: number };

export function toItemQuery({ state, page, per_page }: ItemFilters) {
  return { page: within(page, 1_000_000), per_page: within(per_page, 100), ...(state && { state }) };
}
