import "server-only";
import { ApiError } from "../../contract/errors.ts";
import { parseJson } from "../../contract/parse.ts";
import { isIdentifier, type RouteMatch } from "../../contract/paths.ts";
import { toBusy } from "../../database/client.ts";
import { log } from "../../log.ts";
import { readText } from "../../read-body.ts";
import { currentRequest, inRequest, newRequestId } from "../../request-context.ts";
import { sentence } from "../../sentences.ts";
import { type Mode, modes } from "./connections.ts";

const maxBody = 1024 * 1024;

export type StoreRoute = { params: Promise<{ store: string; mode: string }> };

export async function answer(request: Request, handle: (requestId: string) => Promise<Response>): Promise<Response> {
  const context = currentRequest() ?? { id: newRequestId("desk") };
  const requestId = context.id;
  try {
    return await inRequest(context, () => handle(requestId));
  } catch (thrown) {
    const cause = toBusy(thrown) ?? thrown;
    if (cause !== thrown) log.warn({ requestId }, "no connection to the database was free in time");
    const known = cause instanceof ApiError;
    if (!known) log.error({ err: cause, requestId, path: new URL(request.url).pathname }, "request failed");
    const error = known ? cause : new ApiError(500, "server_error", sentence("wrongHereAgain"));
    const headers: Record<string, string> = { ...error.headers, "x-request-id": requestId };
    if (error.retryAfter !== undefined) headers["retry-after"] = String(Math.ceil(error.retryAfter));
    return json(error.toBody(), error.status, headers);
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "cache-control": "private, no-store" } });
}

/** Sends JSON lines while the work goes on, which it does even if nobody reads them any more. */
export function jsonLines<Line>(work: (send: (line: Line) => void) => Promise<unknown>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isRead = true;
      await work((line) => {
        try {
          if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        } catch {
          isRead = false;
        }
      });
      if (isRead) controller.close();
    },
  });
  const headers = { "content-type": "application/jsonl; charset=utf-8", "cache-control": "private, no-store" };
  return new Response(body, { status: 201, headers });
}

/** Streams the file, so that its length needs no memory. */
export function csvResponse(name: string, next: () => Promise<{ content: string; last: boolean }>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { content, last } = await next();
      if (content !== "") controller.enqueue(encoder.encode(content));
      if (last) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": `${name.endsWith(".jsonl") ? "application/jsonl" : "text/csv"}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "-")}"`,
      "cache-control": "private, no-store",
    },
  });
}

export function requireMode(mode: string): Mode {
  if (modes.includes(mode as Mode)) return mode as Mode;
  throw new ApiError(404, "not_found", "The mode must be live or sandbox.");
}

/** Each segment is decoded once. A segment that is still encoded is refused. */
export function pathSegments(url: string, api: string, from = 5): string[] {
  const segments = new URL(url).pathname.split("/").slice(from);
  return segments.map((segment) => {
    let decoded: string;
    try {
      decoded = decodeURIComponent(segment);
    } catch {
      throw new ApiError(400, "invalid_request", "The address is not encoded correctly.");
    }
    if (!isIdentifier(decoded)) {
      throw new ApiError(
        400,
        "invalid_request",
        `The address contains an ID or a name that is not valid for the ${api} service.`,
      );
    }
    return decoded;
  });
}

export function requireMatch(match: RouteMatch, method: string): Extract<RouteMatch, { found: object }> {
  if (match.found) return match;
  if (match.allowed.length > 0) {
    const error = new ApiError(405, "method_not_allowed", `${method} is not allowed here.`);
    error.headers = { allow: match.allowed.join(", ") };
    throw error;
  }
  throw new ApiError(404, "not_found", sentence("nothingHere"));
}

export async function readBody(request: Request, largest = maxBody): Promise<unknown> {
  const text = await readText(request, largest);
  if (text === null) {
    throw new ApiError(413, "payload_too_large", `The body is larger than ${largest / 1024 / 1024} MiB.`);
  }
  return parseJson(text);
}

export function readTab(request: Request): string | undefined {
  return /^[a-z0-9]{1,20}$/.exec(request.headers.get("x-tab") ?? "")?.[0];
}

/** A write must come from a page of this origin, and as JSON, which forms of other sites cannot send. */
export function requireSameOrigin(headers: Headers, { json = true } = {}): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const sameHost = origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get("host");
  if (!sameHost || (site !== null && site !== "same-origin")) {
    throw new ApiError(403, "foreign_origin", "This request did not come from a page of this address.");
  }
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (json && type !== undefined && type !== "application/json") {
    throw new ApiError(403, "foreign_origin", "Send the body as Content-Type: application/json.");
  }
}
