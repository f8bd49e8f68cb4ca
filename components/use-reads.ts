import { type UseQueryOptions, type UseQueryResult, useQueries } from "@tanstack/react-query";

type Read = { queryKey: readonly unknown[] };

/** Returns what these reads hold, for parts of a screen that wait for a touch until something that they show changes. */
export const useReads = (reads: readonly Read[]): unknown[] =>
  useQueries({ queries: reads as UseQueryOptions[], combine: contentsOf });

const contentsOf = (results: UseQueryResult[]) => results.flatMap(({ data, error }) => [data, error]);
