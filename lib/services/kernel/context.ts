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
  publishable: boolean;
  /** Set for publishable keys only, because calls with other keys come from servers. */
  shopper?: { device: string; country: string | null; network: string | null };
};
