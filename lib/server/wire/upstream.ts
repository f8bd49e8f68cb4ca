import "server-only";
import { ApiError, codeOf, type Sentence, withTexts } from "../../contract/errors.ts";
import { parseJson } from "../../contract/parse.ts";
import { readError } from "../../contract/read-error.ts";
import { scopesOf } from "../../contract/scopes.ts";
import { openStandby } from "../../database/standby.ts";
import { log, redactText } from "../../log.ts";
import { readText } from "../../read-body.ts";
import { currentRequest } from "../../request-context.ts";
import { sentence } from "../../sentences.ts";
import { createServices } from "../../services/index.ts";
import { type ScriptTag, ShopScripts } from "../../services/shop-script.ts";
import { createApiKey, findTenant, provision } from "../../services/tenants.ts";
import { count, noteSeconds, span, statusClass, traceHeaders } from "../../telemetry.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import type { Store } from "./call.ts";
import {
  apis,
  type Connection,
  type ConnectionId,
  isStoredForElsewhere,
  type Mode,
  modes,
  saveConnection,
  servedHere,
  summarize,
} from "./connections.ts";
import { keyHeader } from "./key-forms.ts";

// Calls the two APIs over HTTP, or our own services in process. The only file on this side that knows these services:
// all other code treats them like any API.

export { startBackground } from "../../services/background.ts";
export {
  deleteKnownProduct,
  findKnownProducts,
  type KnownProduct,
  type KnownProductDraft,
  listKnownProducts,
  saveKnownProducts,
} from "../../services/checkout/known-products.ts";
export { resealShopifyApps } from "../../services/connect/shopify-admin.ts";
export { resealSourceSecrets } from "../../services/connect/sources.ts";
export { createProblems } from "../../services/create-problems.ts";
export { reachOf } from "../../services/delivery/address.ts";
export { readEvents } from "../../services/delivery/feed.ts";
export { resealSigningSecrets } from "../../services/delivery/secrets.ts";
export { once, resealResponses } from "../../services/kernel/idempotency.ts";
export { kept } from "../../services/retention-terms.ts";
export { emptyProgram, emptySandbox } from "../../services/sandbox.ts";
export { countShopper, eraseShopper, exportShopper } from "../../services/shoppers.ts";
export type { DemoOptions } from "../../services/simulator/calendar.ts";
export { type DemoCounts, fillSandbox } from "../../services/simulator/fill.ts";
export {
  changeTenants,
  createApiKey,
  createStorefrontKey,
  findApiKeyId,
  holdsMoney,
  type KeyFacts,
  type KeyUseFacts,
  listApiKeys,
  readKeyUses,
  revokeApiKey,
  storefrontScopes,
} from "../../services/tenants.ts";

export type UpstreamRequest = {
  method: string;
  /** Built from the contract, with each parameter encoded. */
  path: string;
  query?: URLSearchParams;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

export type UpstreamResponse = { status: number; headers: Headers; body: unknown; size: number };

const maxAnswer = 5 * 1024 * 1024;

/** Sends one request with the stored key. Only JSON comes back; redirects are never followed. */
export function callUpstream(connection: Connection, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { api, mode, embedded } = connection;
  const attributes = { "http.request.method": request.method, "cartwright.api": api, "cartwright.mode": mode };
  const began = performance.now();
  return span(`${request.method} ${api} API`, { kind: "client", attributes }, async (span) => {
    let status = "none";
    try {
      const response = await send(connection, request);
      span.set("http.response.status_code", response.status);
      status = statusClass(response.status);
      log.debug({ api, mode, method: request.method, path: request.path, status: response.status }, "called");
      if (response.status === 429) count("cartwright_upstream_rate_limited_total", { api });
      return response;
    } finally {
      noteSeconds("cartwright_upstream_seconds", { api, embedded: embedded ? "yes" : "no", status }, began);
    }
  });
}

let services: ReturnType<typeof createServices> | undefined;

export function serveEmbedded(request: Request): Response | Promise<Response> {
  return embeddedServices().fetch(request);
}

function embeddedServices() {
  services ??= createServices(db(), undefined, openStandby(env().DATABASE_READ_URL, db(), env().DATABASE_CONNECTIONS));
  return services;
}

let scripts: ShopScripts | undefined;

/** Null if the script has not been built, which only happens in tests. */
export function shopScriptTag(): Promise<ScriptTag | null> {
  scripts ??= new ShopScripts(db());
  return scripts.tag();
}

async function send(connection: Connection, request: UpstreamRequest): Promise<UpstreamResponse> {
  const url = new URL(connection.baseUrl + request.path);
  if (request.query) url.search = request.query.toString();
  const headers = new Headers({ accept: "application/json", ...request.headers });
  headers.set(...keyHeader(connection));
  if (request.body !== undefined) headers.set("content-type", "application/json");
  const requestId = currentRequest()?.id;
  if (requestId !== undefined) headers.set("x-request-id", requestId);
  if (connection.embedded || env().TRACE_UPSTREAMS === "1") {
    for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
  }
  const api = sentence(connection.api);
  const deadline = AbortSignal.timeout(env().UPSTREAM_TIMEOUT_MS);
  const outgoing = {
    method: request.method,
    headers,
    redirect: "manual",
    // The framework's fetch would otherwise keep a second reader on the response, to share or store it.
    cache: "no-store",
    signal: request.signal ? AbortSignal.any([request.signal, deadline]) : deadline,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  } satisfies RequestInit;

  try {
    const response = connection.embedded
      ? await embeddedServices().fetch(new Request(url, outgoing), { unlimited: true })
      : await fetch(url, outgoing);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      response.body?.cancel().catch(() => {});
      throw new ApiError(502, "bad_gateway", sentence("apiRedirect", { api }));
    }
    return {
      status: response.status,
      headers: response.headers,
      ...(await readBody(response, connection.key, api)),
    };
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (deadline.aborted) throw new ApiError(504, "upstream_timeout", sentence("timeout", { api }));
    if (request.signal?.aborted) throw new ApiError(499, "aborted", sentence("cancelled"));
    log.warn({ code: causeOf(cause), api: connection.api, mode: connection.mode }, "upstream could not be reached");
    throw new ApiError(502, "bad_gateway", sentence("apiUnreached", { api }));
  }
}

async function readBody(response: Response, key: string, api: Sentence): Promise<{ body: unknown; size: number }> {
  const text = await readText(response, maxAnswer);
  if (text === null) throw new ApiError(502, "bad_gateway", sentence("apiLarge", { api, count: 5 }));
  const size = text.length;
  if (text.trim() === "") return { body: null, size };
  try {
    // An API that repeats the request would pass the key on to the browser.
    return { body: parseJson(text.replaceAll(key, "[key]")), size };
  } catch {
    if (response.ok) throw new ApiError(502, "bad_gateway", sentence("apiJson", { api }));
    // The error page of a proxy in between is not shown: its status already says what happened.
    const plain = response.headers.get("content-type")?.startsWith("text/plain");
    return { body: plain ? text.replaceAll(key, "[key]") : null, size };
  }
}

function causeOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause ? cause.cause : cause;
  return String((inner as { code?: unknown })?.code ?? (inner as Error)?.name ?? "unknown");
}

/** Codes of the dashboard itself. An API that sends one must not be taken for the dashboard. */
const ownCodes = [
  "aborted",
  "already_there",
  "bad_gateway",
  "connection_missing",
  "connection_rejected",
  "not_implemented",
  "offline",
  "role_forbidden",
  "scope_missing",
  "signed_out",
  "stopped",
  "upstream_timeout",
];

export function upstreamError({ status, body, headers }: UpstreamResponse): ApiError {
  const { code, sentence, details, retryAfter } = readError(status, body, headers.get("retry-after"));
  return new ApiError(
    status,
    ownCodes.includes(code) ? codeOf(status) : code,
    withTexts(sentence, redactText),
    details.map(({ field, ...said }) => ({ field: redactText(field), ...withTexts(said, redactText) })),
    retryAfter,
  );
}

export async function connectEmbedded(store: Store): Promise<void> {
  await provision(db(), { storeId: store.id, currency: store.currency, timeZone: store.timeZone });
  for (const api of apis) {
    for (const mode of modes) {
      const id = { storeId: store.id, mode, api };
      // On the command line, the server's addresses may be unknown, which must not delete the keys for them.
      const { embedded, key } = await summarize(id);
      if (!embedded || key || (await isStoredForElsewhere(id))) continue;
      await makeDashboardKey(id);
    }
  }
}

export async function makeDashboardKey(connection: ConnectionId): Promise<string> {
  const { storeId, mode, api } = connection;
  const scopes = Object.keys(scopesOf[api]);
  const { id, key } = await createApiKey(db(), { storeId, mode, name: `Dashboard (${api})`, scopes });
  await saveConnection(connection, key);
  return id;
}

/** The dashboard keeps its responses to repeated calls beside those of the checkout service. */
export const tenantOf = async ({ storeId, mode }: Pick<ConnectionId, "storeId" | "mode">): Promise<number> =>
  (await findTenant(db(), "checkout", storeId, mode)).id;

/** Null if another API makes the addresses of links. */
export const linkFront = (mode: Mode): string | null =>
  servedHere(mode).includes("affiliate") ? `${env().CARTWRIGHT_ORIGIN}/r/` : null;
