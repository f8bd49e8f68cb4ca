import { readLogo } from "@/lib/server/partners/logo";

export async function GET(_request: Request, { params }: RouteContext<"/join/[program]/logo">) {
  const logo = await readLogo((await params).program);
  if (!logo) return new Response(null, { status: 404 });
  const headers = { "content-type": logo.type, "cache-control": "public, max-age=31536000, immutable" };
  return new Response(new Uint8Array(logo.bytes), { headers });
}
