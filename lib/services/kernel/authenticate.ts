import { ApiError } from "../../contract/errors.ts";
import { type Database, prepared } from "../../database/client.ts";
import { acknowledged } from "../../database/standby.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "./context.ts";
import { hashKey, isPublishable } from "./keys.ts";
import { callerStatement, type Limits, type Usage, verdict } from "./limits.ts";

export type ApiCaller = {
  context: Context;
  scopes: string[];
  origins: string[];
  headers: Record<string, string>;
  /** Where the log of the primary ended, if there is a standby. */
  place?: string | undefined;
};

type Row = Usage & {
  id: string;
  scopes: string[];
  origins: string[];
  tenant_id: number;
  store_id: string;
  mode: "live" | "sandbox";
  currency: string;
  time_zone: string;
  place?: string;
};

/** Key and limits, if there are any, take one round trip. All processes count in the same row. Unknown and revoked keys look the same. */
export async function authenticate(
  db: Database,
  schema: string,
  limits: Limits | null,
  keys: string[],
  hasStandby: boolean,
): Promise<ApiCaller> {
  if (keys.length === 0) throw new ApiError(401, "unauthorized", "An API key is required. Send it as a Bearer token.");
  if (keys.length > 1) throw new ApiError(401, "unauthorized", "Two different API keys were sent. Send only one.");

  const statement = `caller ${schema} ${limits ? Object.values(limits).join(" ") : "unlimited"} ${hasStandby}`;
  const more = hasStandby ? `, ${acknowledged} as place` : "";
  const { name, text } = prepared(db, statement, (name) => ({ name, text: callerStatement(schema, limits, more) }));
  const { rows } = await db.$client.query<Row>({ name, text, values: [hashKey(keys[0] as string)] });
  const row = rows[0];
  if (!row) throw new ApiError(401, "unauthorized", sentence("keyInvalid"));

  const { headers, error } = limits ? verdict(row, limits) : { headers: {}, error: null };
  if (error) throw error;
  return {
    scopes: row.scopes,
    origins: row.origins,
    headers,
    place: row.place,
    context: {
      db,
      pool: db,
      tenantId: row.tenant_id,
      storeId: row.store_id,
      mode: row.mode,
      currency: row.currency,
      timeZone: row.time_zone,
      keyId: row.id,
      publishable: isPublishable(keys[0] as string),
    },
  };
}
