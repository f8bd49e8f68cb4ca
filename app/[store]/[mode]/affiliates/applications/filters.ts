import { parseAsString } from "nuqs/server";
import type { AnyStatus } from "../filters";

/** Another API may use another status for waiting applications. */
export const applicationFilters = { status: parseAsString.withDefault("pending") };

export const toQuery = (status: string) => ({
  status: status as AnyStatus,
  per_page: 50,
  ...({ sort: "created_at", order: "asc" } as const),
});
