import type { IncomingMessage, RequestListener } from "node:http";
import { inRequest, newRequestId, type RequestContext, readRequestId } from "../request-context.ts";
import { isMetered, noteSeconds, statusClass } from "../telemetry.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

// `routeOf` names the pattern of addresses that no inner code has named.
export function observed(handle: RequestListener, routeOf: (path: string) => string = () => "other"): RequestListener {
  return (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] as string;
    const context: RequestContext = { id: idFor(request, path) };
    // From here on, only the context carries the id.
    delete request.headers["x-request-id"];
    if (!path.startsWith("/_next/static/")) response.setHeader("X-Request-Id", context.id);
    if (isMetered()) {
      // Pages call the embedded services in this process, which would otherwise overwrite the route.
      if (!/^\/(api|services|r)\//.test(path)) context.route = routeOf(path);
      const began = performance.now();
      response.once("close", () => {
        const route = context.route ?? routeOf(path);
        const method = methods.includes(request.method ?? "") ? (request.method as string) : "other";
        const status = response.writableFinished ? statusClass(response.statusCode) : "cut";
        noteSeconds("cartwright_http_request_seconds", { route, method, status }, began);
      });
    }
    inRequest(context, () => handle(request, response));
  };
}

// The services use the id of their caller. An id from a browser is ignored, except behind the operator's own proxy.
function idFor(request: IncomingMessage, path: string): string {
  const given = readRequestId(request.headers["x-request-id"]);
  const isService = /^\/(services|r)\//.test(path);
  if (given && (isService || process.env.TRUST_PROXY === "1")) return given;
  return newRequestId(isService ? "req" : "desk");
}
