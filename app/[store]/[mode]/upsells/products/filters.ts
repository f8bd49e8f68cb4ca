import { createLoader, parseAsString } from "nuqs/server";
import { pageFilters, toPage } from "@/components/lists/table-address";

export const productFilters = {
  search: parseAsString.withDefault(""),
  ...pageFilters,
};

export const loadProductFilters = createLoader(productFilters);

export function toProductInput({ search, ...at }: { search: string; page: number; per_page: number }) {
  return {
    params: { kind: "product" },
    query: { ...toPage(at), ...(search && { search }) },
  };
}
