import { findProgram } from "@/lib/server/memory/partner-program";
import { lookOf } from "@/lib/server/partners/branding";

/** A style sheet of its own, because the content policy allows no styles within a page. */
export async function GET(_request: Request, { params }: RouteContext<"/join/[program]/look">) {
  const program = await findProgram((await params).program);
  const headers = { "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=31536000, immutable" };
  return new Response(program?.accent ? lookOf(program.accent) : "", { headers });
}
