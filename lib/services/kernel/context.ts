import type { Database } from "../../database/client.ts";

export type Mode = "live" | "sandbox";

/** What a handler knows of the caller: whose data, in which mode, on which database. */
export type Context = {
  db: Database;
  tenantId: number;
  storeId: string;
  mode: Mode;
  currency: string;
  timeZone: string;
  keyId: string;
  /** The key may stand in a shop's pages, for all to read. */
  publishable: boolean;
};
