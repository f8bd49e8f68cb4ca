import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

type Options = {
  dev: boolean;
  origin: string;
  /** What the content policy calls the style sheet in the pages. */
  styles: string;
};

export function frontDoor(handle: RequestListener, { dev, origin, styles }: Options): RequestListener {
  const secure = origin.startsWith("https:");
  return (request, response) => {
    const headers = request.headers;
    for (const name of Object.keys(headers)) if (isOurs(name)) delete headers[name];
    headers["x-client-address"] = clientAddress(request);
    headers["x-address"] = pageAddress(request.url ?? "/");

    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    if (secure) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");

    const path = (request.url ?? "/").split("?", 1)[0] as string;
    if (!isPath(path) || (isCall(path) && isMangled(path))) {
      refuse(response, 400, "invalid_request", "The address is not one that this server can have.");
      return;
    }
    if (!methodsOf(path).includes(request.method ?? "")) {
      response.setHeader("Allow", methodsOf(path).join(", "));
      refuse(response, 405, "method_not_allowed", `${request.method} is not allowed here.`);
      return;
    }
    if (!dev && !isCall(path)) {
      const nonce = randomBytes(16).toString("base64");
      const policy = contentPolicy(nonce, styles, secure);
      // The framework reads the nonce for its scripts from the policy in the request.
      headers["content-security-policy"] = policy;
      response.setHeader("Content-Security-Policy", policy);
    }
    handle(request, response);
  };
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify({ error: { code, message } }));
}

/** Browsers resolve dots and backslashes before they send a path. Only proxies are sent a whole address. */
function isPath(path: string): boolean {
  return path.startsWith("/") && decode(path) !== null && !/\\|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

/** Decodes the path like the router does. */
function isCall(path: string): boolean {
  return /^\/+(api|services|sdk)(?![\w-])/i.test(decode(path) ?? path);
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

// The framework would answer HEAD and OPTIONS itself, before every check, but the services handle both. It fails on
// methods that only proxies use.
function methodsOf(path: string): string[] {
  const called = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  return isCall(path) && !/^\/(services|sdk)\//.test(path) ? called : [...called, "HEAD", "OPTIONS"];
}

// IDs need none of these characters, so only attacks contain them. Checked before any router changes the path.
function isMangled(path: string): boolean {
  return /\/\/|;|%(?:00|0a|0d|23|25|2e|2f|3b|3f|5c)/i.test(path);
}

/** The address for the return after sign-in, without the parameters of the framework's background loading. */
function pageAddress(url: string): string {
  return url.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
}

/** Headers that only the front door may set, or that control the framework internally. */
function isOurs(name: string): boolean {
  return (
    name === "x-address" ||
    name === "x-client-address" ||
    name === "content-security-policy" ||
    name.startsWith("x-middleware-")
  );
}

/** The address that the operator's reverse proxy saw, or else the socket's. */
function clientAddress(request: IncomingMessage): string {
  const forwarded = process.env.TRUST_PROXY === "1" ? String(request.headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || (request.socket.remoteAddress ?? "unknown");
}

function contentPolicy(nonce: string, styles: string, secure: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' ${styles}`,
    // Pictures of products are loaded from the shop, which learns nothing but that somebody looks at them.
    `img-src 'self' data: blob: https:${secure ? "" : " http:"}`,
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
