import type { Database } from "../database/client.ts";

// Signing secrets, and signatures made with them, are random in otherwise equal rows.
const without: Record<string, string> = {
  webhook_endpoint: "- 'secret'",
  attempt: "#- '{request_headers,X-Service-Signature}' #- '{request_headers,webhook-signature}'",
};

/** Digests of all tables that have rows of this store and mode. */
export async function checksums(
  db: Database,
  storeId: string,
  mode: "live" | "sandbox",
  schema: "checkout" | "affiliate" = "checkout",
): Promise<Record<string, string>> {
  const { rows: tables } = await db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = $1 and column_name = 'tenant_id' and table_name <> 'api_key' order by 1`,
    [schema],
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await db.$client.query<{ digest: string | null }>(
      // IDs that are unique across all stores contain the store's id.
      `select md5(string_agg(row, '' order by row)) as digest from (
         select md5(replace((to_jsonb(t) - 'tenant_id' ${without[name] ?? ""})::text, '_' || $1, '')) as row
         from ${schema}."${name}" t
         where tenant_id = (select id from ${schema}.tenant where store_id = $1 and mode = $2)) rows`,
      [storeId, mode],
    );
    if (rows[0]?.digest) digests[name] = rows[0].digest;
  }
  return digests;
}
