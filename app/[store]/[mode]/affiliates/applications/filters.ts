import { parseAsString } from "nuqs/server";
import type { AnyStatus } from "../filters";

/** Another API calls waiting by another word. */
export const applicationFilters = { status: parseAsString.withDefault("pending") };

/** Those who wait longest come first. */
export const toQuery = (status: string) => ({
  ...{ status: status as AnyStatus, per_page: 50 },
  ...({ sort: "created_at", order: "asc" } as const),
});
