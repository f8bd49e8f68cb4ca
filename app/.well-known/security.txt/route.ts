import { env } from "@/lib/server/env";
import { securityText } from "@/lib/server/security-text";

export const dynamic = "force-dynamic";

/** As RFC 9116 defines it. Without a contact of the operator, there is no such file. */
export function GET(): Response {
  const { SECURITY_CONTACT: contact, CARTWRIGHT_ORIGIN: origin } = env();
  if (contact === undefined) return new Response("Not found\n", { status: 404 });
  return new Response(securityText({ contact, origin, now: new Date() }), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
