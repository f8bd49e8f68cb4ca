import "server-only";
import { createHash } from "node:crypto";
import type * as z from "zod";
import { affiliate } from "../contract/affiliate/index.ts";
import { checkout } from "../contract/checkout/index.ts";
import type { Contract, NamedOperation, Operation, Role } from "../contract/define.ts";
import { ApiError, isRecord } from "../contract/errors.ts";
import { buildPath } from "../contract/paths.ts";
import { type Api, type Connection, type Mode, readConnection } from "./connections.ts";
import { env } from "./env.ts";
import { type Governor, governorOf, type Lane } from "./governor.ts";
import type { Membership } from "./people.ts";
import { callUpstream, type UpstreamResponse } from "./upstream.ts";

export const contracts: Record<Api, Contract> = { checkout, affiliate };

export type Call = {
  membership: Membership;
  mode: Mode;
  api: Api;
  found: NamedOperation;
  params: Record<string, string>;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  lane?: Lane;
  signal?: AbortSignal | undefined;
};

export type Answer = { status: number; body: unknown; rate: Record<string, string> };

/** One call of one operation for one person. Pages call it in process, browsers through the proxy. */
export async function perform(call: Call): Promise<Answer> {
  requireRole(call.membership.role, call.found.operation);
  const connection = await readConnection({ storeId: call.membership.store.id, mode: call.mode, api: call.api });
  const { operation } = call.found;
  const request = {
    method: operation.method,
    path: buildPath(operation.path, call.params),
    query: toSearch(call.query, operation.query, connection.embedded),
    ...(call.headers && { headers: call.headers }),
    ...(call.body !== undefined && { body: toBody(call.body, operation.body, connection.embedded) }),
  };
  const send = (signal?: AbortSignal) => governed(connection, { ...request, signal }, call.lane ?? "visible");
  const holder = governorKey(connection);
  // A shared call belongs to nobody, so nobody's leaving may end it.
  const response =
    operation.method === "GET"
      ? await coalesce(`${holder} ${call.lane === "bulk"} ${request.path}?${request.query}`, () => send())
      : await send(call.signal).finally(() => startAfresh(holder));
  if (response.status >= 400) throw toError(response, connection, operation.scope);
  return {
    // These two allow no body, and screens always get one.
    status: [204, 205].includes(response.status) ? 200 : response.status,
    body: operation.normalize ? operation.normalize(response.body) : (response.body ?? {}),
    rate: rateHeaders(response.headers),
  };
}

export function requireRole(role: Role, { roles, summary }: Operation): void {
  if (roles.includes(role)) return;
  const allowed = roles.map(roleName).join(" or ");
  throw new ApiError(403, "role_forbidden", `“${summary}” needs the role ${allowed}; yours is ${roleName(role)}.`);
}

const roleName = (role: Role) => role.replace("_", " ");

/** Only declared parameters leave; those of ours leave only to a service that has them. */
function toSearch(query: Record<string, unknown> = {}, schema?: z.ZodObject, extensions = true): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, field] of Object.entries(schema?.shape ?? {})) {
    const value = query[name];
    if (value === undefined || value === "") continue;
    if (!extensions && isExtension(field)) continue;
    search.set(name, String(value));
  }
  return search;
}

/** The upstream judges a body; only fields of ours are kept from an API that cannot know them. */
function toBody(body: unknown, schema?: z.ZodObject, extensions = true): unknown {
  if (extensions || !isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isExtension(schema?.shape[name])));
}

function isExtension(field: unknown): boolean {
  return (field as z.ZodType | undefined)?.meta()?.extension === true;
}

async function governed(connection: Connection, request: Parameters<typeof callUpstream>[1], lane: Lane) {
  const governor = governorOf(governorKey(connection));
  for (let attempt = 1; ; attempt++) {
    await governor.admit(lane, request.signal, lane === "bulk" ? undefined : env().UPSTREAM_TIMEOUT_MS);
    const response = await callUpstream(connection, request);
    observeRate(governor, response);
    // A refused call did nothing, so even a write may be sent again; a person does not wait long for it, though.
    if (response.status !== 429 || attempt === 2 || retryAfter(response) > 2) return response;
  }
}

const inFlight = new Map<string, Promise<UpstreamResponse>>();

function coalesce(key: string, send: () => Promise<UpstreamResponse>): Promise<UpstreamResponse> {
  const current = inFlight.get(key);
  if (current) return current;
  const started = send().finally(() => {
    if (inFlight.get(key) === started) inFlight.delete(key);
  });
  inFlight.set(key, started);
  return started;
}

/** Whoever reads after a write must not be given what was asked for before it. */
function startAfresh(holder: string): void {
  for (const key of inFlight.keys()) if (key.startsWith(`${holder} `)) inFlight.delete(key);
}

export function governorKey(connection: Connection): string {
  return createHash("sha256").update(`${connection.baseUrl} ${connection.key}`).digest("base64url");
}

function toError(response: UpstreamResponse, connection: Connection, scope?: string): ApiError {
  const error = ApiError.fromResponse(response.status, response.body, response.headers.get("retry-after"));
  if (response.status === 401) {
    // Not 401: that would look like the person's own session.
    return new ApiError(
      502,
      "connection_rejected",
      `The ${connection.api} API refused the stored ${connection.mode} key.`,
    );
  }
  if (response.status === 403) {
    const need = scope ? `The stored key lacks the scope ${scope}.` : "The stored key may not do this.";
    return new ApiError(403, "scope_missing", need);
  }
  if (response.status === 429 && error.retryAfter === undefined) {
    return new ApiError(429, "rate_limited", error.message, [], retryAfter(response));
  }
  return error;
}

function observeRate(governor: Governor, response: UpstreamResponse): void {
  if (response.status === 429) governor.freeze(retryAfter(response));
  const remaining = Number(response.headers.get("x-ratelimit-remaining") ?? Number.NaN);
  const reset = readReset(response.headers.get("x-ratelimit-reset"));
  if (Number.isFinite(remaining) && reset !== null) governor.observe(remaining, reset);
}

/** Epoch seconds, epoch milliseconds or seconds from now: the specification does not say which. */
export function readReset(value: string | null, now = Date.now()): number | null {
  const number = Number(value ?? Number.NaN);
  if (!Number.isFinite(number) || number < 0) return null;
  if (number > 1e11) return number;
  return number > 1e8 ? number * 1000 : now + number * 1000;
}

function retryAfter(response: UpstreamResponse): number {
  return ApiError.fromResponse(429, response.body, response.headers.get("retry-after")).retryAfter ?? 60;
}

/** Only where they are numbers: an API that repeats the key in a header must not reach the browser with it. */
function rateHeaders(headers: Headers): Record<string, string> {
  const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
  const found = names.map((name) => [name, headers.get(name) ?? ""] as const);
  return Object.fromEntries(found.filter(([, value]) => /^\d{1,16}(\.\d{1,6})?$/.test(value)));
}
