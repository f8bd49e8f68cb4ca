import { pgSchema } from "drizzle-orm/pg-core";
import { kernelTables } from "./kernel.ts";

export const affiliate = pgSchema("affiliate");
export const { tenant, apiKey, rateBudget } = kernelTables(affiliate);
