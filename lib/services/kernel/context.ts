import type { Database } from "../../database/client.ts";

export type Mode = "live" | "sandbox";

export type Context = {
  /** The transaction of a call with an Idempotency-Key; otherwise the same as `pool`. */
  db: Database;
  /** For work that must not wait for the call's transaction, or that outlasts it. */
  pool: Database;
  tenantId: number;
  storeId: string;
  mode: Mode;
  currency: string;
  timeZone: string;
  keyId: string;
  publishable: boolean;
  /** Set for what a connected shop reports by webhooks. */
  platform?: string;
  /** Set for publishable keys only, because calls with other keys come from servers. */
  shopper?: { device: string; country: string | null; network: string | null };
};
