import type { TableState } from "./ui/table-types";

/** What a table says of its state, for the address. Its sort is one of the words that the list knows. */
export function tableAddress<S extends string = never>({ sort, perPage, hidden, ...rest }: Partial<TableState>) {
  return {
    ...rest,
    ...(sort !== undefined && { sort: sort as S }),
    ...(perPage !== undefined && { per_page: perPage }),
    ...(hidden !== undefined && { hide: [...hidden] }),
  };
}

/** The address of another page of the list that is shown. */
export function pageAddress(page: number): string {
  const search = new URLSearchParams(typeof window === "undefined" ? "" : window.location.search);
  search.set("page", String(page));
  return `?${search}`;
}
