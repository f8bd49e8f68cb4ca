import type { Database } from "../../database/client.ts";

export type Mode = "live" | "sandbox";

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
