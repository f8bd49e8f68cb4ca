import { readHealth, statusOf } from "@/lib/health";
import { db } from "@/lib/server/db";
import { isSetUp } from "@/lib/server/people/sessions";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const health = await readHealth(db().$client);
  const setUp = health.checks.database?.status === "ok" ? await isSetUp().catch(() => null) : null;
  return Response.json(
    { ...health, ...(setUp !== null && { setup_required: !setUp }) },
    { status: statusOf(health), headers: { "cache-control": "no-store" } },
  );
}
