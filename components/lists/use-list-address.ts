"use client";

import { type Options, type UseQueryStatesKeysMap, useQueryStates, type Values } from "nuqs";
import type { Filter } from "@/components/ui/filter-bar";
import { choiceFilter, sinceFilter } from "@/components/ui/filters";
import type { SearchInputProps } from "@/components/ui/search-input";

type Change<P extends UseQueryStatesKeysMap> = { [K in keyof P]?: Values<P>[K] | null };

/**
 * The search, filters, order and page of a list, which are all in its address. `narrowing` names those that leave rows
 * out. A list without page numbers begins with `after` instead of `page`; `id` is the row that is open beside the list.
 */
export function useListAddress<P extends UseQueryStatesKeysMap>(
  parsers: P,
  narrowing: readonly (keyof P & string)[] = [],
) {
  const [filters, setFilters] = useQueryStates(parsers, { history: "push" });
  const empty = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null])) as Change<P>;
  const start = ["page", "after", "id"].filter((name) => name in parsers);
  /** Shows the first page of the list that the change leads to. */
  const narrow = (change: Change<P>, options?: Options) =>
    void setFilters({ ...empty(start), ...change } as Parameters<typeof setFilters>[0], options);
  return {
    filters,
    setFilters,
    narrow,
    filtered: narrowing.some((name) => filters[name] !== (parsers[name]?.defaultValue ?? null)),
    clear: () => narrow(empty(narrowing)),
    search: (name: keyof P & string, label: string): SearchInputProps => ({
      value: String(filters[name]),
      label,
      onValueChange: (text) => narrow({ [name]: text || null } as Change<P>, { history: "replace" }),
    }),
    choice: <V extends string>(
      name: keyof P & string,
      label: string,
      values: readonly V[],
      nameOf: (value: V) => string,
    ): Filter =>
      choiceFilter({
        id: name,
        label,
        options: values.map((value) => ({ value, label: nameOf(value) })),
        value: filters[name] as string | null,
        onChange: (value) => narrow({ [name]: value } as Change<P>),
      }),
    since: (name: keyof P & string, label: string, summaryOf: (day: string) => string): Filter => {
      const value = (filters[name] as string | null) || null;
      return sinceFilter({
        id: name,
        label,
        value,
        summary: value && summaryOf(value),
        onChange: (day) => narrow({ [name]: day } as Change<P>),
      });
    },
  };
}
