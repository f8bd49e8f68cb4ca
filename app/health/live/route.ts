export const dynamic = "force-dynamic";

/** Says only that this process is running; /health/ready says whether it can work. */
export function GET(): Response {
  return Response.json({ status: "live" }, { headers: { "cache-control": "no-store" } });
}
