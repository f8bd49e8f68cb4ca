export const dynamic = "force-dynamic";

/** That this process turns; whether it can do its work is for /health/ready. */
export function GET(): Response {
  return Response.json({ status: "live" }, { headers: { "cache-control": "no-store" } });
}
