import { Hono } from "hono";
import type { Database } from "../../database/client.ts";
import { log } from "../../log.ts";
import { noteRoute } from "../../request-context.ts";
import { addressOf, type Bindings } from "../kernel/client-address.ts";
import { clicksOf } from "./click-buffer.ts";
import { mintClickId } from "./click-ids.ts";
import { isSecure, keyFor } from "./environment.ts";
import { clickName, LinkCache, type Target } from "./link-cache.ts";
import { countryOf, readAgent } from "./visitor.ts";

/** Serves tracking links. Only the code in the request decides where the visitor is sent. */
export function redirects(db: Database): Hono<{ Bindings: Bindings }> {
  const links = new LinkCache(db);
  const clicks = clicksOf(db);

  return new Hono<{ Bindings: Bindings }>()
    .get("/:code", async (c) => {
      noteRoute("/r/:code");
      const { method, headers } = c.req.raw;
      const found = links.find(c.req.param("code"));
      const target = found instanceof Promise ? await found : found;
      if (!target)
        return plainPage(404, "This link does not work", "The link was deleted, or it was not copied completely.");
      const id = mintClickId(keyFor("click-id"), target.linkId);
      if (method !== "GET" || isPrefetch(headers)) return redirect(target, id);
      const agent = readAgent(headers.get("user-agent"));
      clicks.add({
        id,
        target,
        agent,
        referrer: headers.get("referer"),
        address: addressOf(headers, c.env ?? {}),
        country: countryOf(headers),
      });
      if (agent.isBot) return redirect(target, id);
      const first = target.firstCounts ? firstIn(target, headers.get("cookie")) : null;
      const ids = first === null ? id : `${first}-${id}`;
      const kept = target.firstCounts && first === null ? [firstCookie(target, id)] : [];
      return redirect(target, ids, [cookie(target, ids), ...kept]);
    })
    .all("/:code", () => {
      const page = plainPage(405, "This is a link", "Open this address in a browser.");
      page.headers.set("Allow", "GET, HEAD");
      return page;
    })
    .onError((err) => {
      log.error({ err }, "a link could not be followed");
      return plainPage(503, "This link does not work right now", "Try again in a minute.");
    });
}

/** A browser that only prefetches a page has not followed the link. */
function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz");
  return purpose !== null && /prefetch|preview|prerender/i.test(purpose);
}

function redirect({ before, after }: Target, ids: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    Location: before + ids + after,
    "Cache-Control": "no-store",
    "Referrer-Policy": "strict-origin-when-cross-origin",
  });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}

/** The cookie serves a shop on the same host name. Any other shop gets the id in the address. */
const cookie = (target: Target, ids: string) => `${clickName}=${ids}; Path=/; ${keptFor(target)}`;

/** Each store has its own cookie, so that no shop learns of clicks on the links of another. */
const firstName = ({ tenantId }: Target) => `cw_first_${tenantId}`;
const firstCookie = (target: Target, id: string) => `${firstName(target)}=${id}; Path=/r; ${keptFor(target)}`;

const keptFor = ({ windowSeconds }: Target) =>
  `Max-Age=${windowSeconds}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

/** Whoever forges the cookie gets no more than without it: the service verifies the id with the order. */
function firstIn(target: Target, cookies: string | null): string | null {
  return new RegExp(`(?:^|; )${firstName(target)}=(clk_[0-9a-z]{60})(?:;|$)`).exec(cookies ?? "")?.[1] ?? null;
}

/** A page for a person who followed a link. It contains nothing from the request and loads nothing. */
function plainPage(status: number, title: string, text: string): Response {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(page, { status, headers });
}
