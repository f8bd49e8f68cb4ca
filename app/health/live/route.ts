export const dynamic = "force-dynamic";

/** Says that this process is running. /health/ready tells whether it can work. */
export function GET(): Response {
  return Response.json({ status: "live" }, { headers: { "cache-control": "no-store" } });
}
