import { sql } from "drizzle-orm";
import { db } from "@/lib/server/db";
import { isSetUp } from "@/lib/server/people";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    await db().execute(sql`select 1`);
    return Response.json({ status: "ready", setup_required: !(await isSetUp()) }, { headers });
  } catch {
    return Response.json({ status: "database_unavailable" }, { status: 503, headers });
  }
}
