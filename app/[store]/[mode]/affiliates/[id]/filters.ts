import { parseAsStringLiteral } from "nuqs";
import { pageFilters } from "@/components/lists/table-address";

export const tabs = ["overview", "profile", "orders", "commissions", "payouts", "links"] as const;

export const recordFilters = { ...pageFilters, tab: parseAsStringLiteral(tabs).withDefault("overview") };
