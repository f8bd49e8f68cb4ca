import { createParser, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { TableState } from "@/components/ui/table-types";

export const pageFilters = {
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(20),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export const sortFilters = <const S extends string>(sorts: readonly S[], order: TableState["order"] = "desc") => ({
  sort: parseAsStringLiteral(sorts).withDefault("created_at" as S),
  order: parseAsStringLiteral(["asc", "desc"]).withDefault(order),
});

/** Values from the address are limited to what list operations accept. */
export const toPage = ({ page, per_page }: { page: number; per_page: number }) => ({
  page: Math.min(1_000_000, Math.max(1, page)),
  per_page: Math.min(100, Math.max(1, per_page)),
});

/** The rows of one page of a list that the API returns as a whole. */
export function pageOf<L extends { data: readonly object[] }>(list: L, query: { page: number; per_page: number }): L {
  const { page, per_page } = query;
  const data = list.data.slice((page - 1) * per_page, page * per_page);
  return { ...list, data, pagination: { page, per_page, total: list.data.length } };
}

export function tableAddress<S extends string = never>({ sort, perPage, hidden, ...rest }: Partial<TableState>) {
  return {
    ...rest,
    ...(sort !== undefined && { sort: sort as S }),
    ...(perPage !== undefined && { per_page: perPage }),
    ...(hidden !== undefined && { hide: [...hidden] }),
  };
}

export const parseAsDay = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (day: string) => day,
});
