import "server-only";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import { answer, json, readBody, requireSameOrigin } from "../wire/http.ts";
import { auth } from "./load-auth.ts";

export type Acts = Record<string, (request: Request, body: unknown) => Promise<Response>>;

/** Only the operations that screens use are open; all others of the authentication library are closed. */
export function serveActs(acts: Acts) {
  return (request: Request, { params }: { params: Promise<{ all: string[] }> }): Promise<Response> =>
    answer(request, async () => {
      const path = (await params).all.join("/");
      const act = Object.hasOwn(acts, path) ? acts[path] : undefined;
      if (request.method !== "POST" || !act) throw new ApiError(404, "not_found", sentence("nothingHere"));
      requireSameOrigin(request.headers);
      // Signing out always works, whatever the request contains.
      return act(request, path === "sign-out" ? null : await readBody(request));
    });
}

export type Library = { base: string; handler: (request: Request) => Promise<Response> };

const staff: Library = { base: "/api/auth", handler: async (request) => (await auth()).handler(request) };

/** Sends a validated body, because the library reads bodies without a limit and accepts more fields than needed. */
export function askLibrary(request: Request, path: string, body?: object, library = staff): Promise<Response> {
  const headers = new Headers(request.headers);
  for (const name of ["content-length", "transfer-encoding", "content-type"]) headers.delete(name);
  if (body) headers.set("content-type", "application/json");
  const url = new URL(`${library.base}/${path}`, request.url);
  const sent = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return library.handler(new Request(url, sent));
}

export async function libraryResult(asking: Promise<Response>, refusalOf: (code: string, status: number) => ApiError) {
  const response = await asking;
  const answer: unknown = await response.json().catch(() => null);
  const body = isRecord(answer) ? answer : {};
  if (!response.ok) throw refusalOf(String(body.code), response.status);
  return { body, cookies: response.headers.getSetCookie() };
}

export function withCookies(cookies: readonly string[], body: object = { ok: true }): Response {
  const response = json(body);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
