import type { Database } from "../../database/client.ts";

export type Mode = "live" | "sandbox";

/** What a handler knows about the caller: the tenant, the mode and the database. */
export type Context = {
  db: Database;
  tenantId: number;
  storeId: string;
  mode: Mode;
  currency: string;
  timeZone: string;
  keyId: string;
  /** True for a key that may be published in a shop's pages. */
  publishable: boolean;
};
