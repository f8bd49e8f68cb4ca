import { Hono } from "hono";
import { cors } from "hono/cors";
import { routePath } from "hono/route";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  type Contract,
  type Handlers,
  idempotencyKey,
  type Method,
  type Operation,
  operationsOf,
  takesKey,
} from "../contract/define.ts";
import { ApiError } from "../contract/errors.ts";
import { type OpenApiOptions, openapi } from "../contract/openapi.ts";
import { parse, parseJson } from "../contract/parse.ts";
import { isIdentifier } from "../contract/paths.ts";
import { type Database, toBusy } from "../database/client.ts";
import type { Standby } from "../database/standby.ts";
import { log } from "../log.ts";
import { networkOf } from "../network.ts";
import { readText } from "../read-body.ts";
import { currentRequest, inRequest, newRequestId, noteRoute, readRequestId } from "../request-context.ts";
import { sentence } from "../sentences.ts";
import { span } from "../telemetry.ts";
import { reportService } from "./affiliate/incoming-orders/index.ts";
import { affiliateService } from "./affiliate/index.ts";
import { redirects } from "./affiliate/redirect.ts";
import { countryOf, readAgent } from "./affiliate/visitor.ts";
import { checkoutService } from "./checkout/index.ts";
import { shopEndpoints } from "./connect/endpoint.ts";
import { type ApiCaller, authenticate } from "./kernel/authenticate.ts";
import { addressOf, type Bindings } from "./kernel/client-address.ts";
import type { Context } from "./kernel/context.ts";
import { once } from "./kernel/idempotency.ts";
import { KeyUse } from "./kernel/key-use.ts";
import { isPublishable, readKeys, readPageKeys } from "./kernel/keys.ts";
import { type Limits, specifiedLimits } from "./kernel/limits.ts";
import { requireRoom } from "./kernel/shopper-limits.ts";
import { ShopScripts, shopScriptRoutes } from "./shop-script.ts";
import { standbyReads } from "./standby-reads.ts";
import { storefrontService } from "./storefront/index.ts";
import { publishedKeys } from "./storefront/ticket-keys.ts";

type Environment = { Bindings: Bindings; Variables: { caller: ApiCaller } };

type Service<C extends Contract> = {
  schema: "checkout" | "affiliate";
  contract: C;
  handlers: Handlers<C, Context>;
  document: () => Omit<OpenApiOptions, "serverUrl">;
  /** Called after every write. */
  changed?: (context: Context) => void;
  /** Reads what a handler needs while it holds the connection of its transaction, and so must not wait for another one. */
  ahead?: (context: Context) => unknown;
  /** Pages of the shop call this API as well. */
  calledByPages?: boolean;
};

/** All shoppers of a store share one publishable key, so its limits are higher than those of the merchant API. */
const storefrontLimits: Limits = { perSecond: 500, perMinute: 15_000, perHour: 500_000 };

/** Lets pages of any origin call the API. Keys are never sent in a cookie. */
const shopCors = cors({
  origin: "*",
  allowMethods: ["GET", "POST"],
  allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "X-API-Key"],
  exposeHeaders: ["Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"],
  maxAge: 86_400,
});

export function createServices(db: Database, limits?: Limits, standby?: Standby): Hono {
  return new Hono()
    .use("/services/checkout/storefront/v1/*", shopCors)
    .use("/services/affiliate/storefront/v1/*", shopCors)
    .route("/services/checkout/v1", createService(db, checkoutService, limits, standby))
    .route("/services/checkout/storefront/v1", createService(db, storefrontService, limits ?? storefrontLimits))
    .route("/services/affiliate/v1", createService(db, affiliateService, limits, standby))
    .route("/services/affiliate/storefront/v1", createService(db, reportService, storefrontLimits))
    .get("/services/checkout/.well-known/jwks.json", async (c) => {
      c.header("Cache-Control", "public, max-age=300");
      return c.json(await publishedKeys());
    })
    .route("/services/connect", shopEndpoints(db))
    .route("/r", redirects(db))
    .route("/sdk/v1", shopScriptRoutes(new ShopScripts(db)))
    .notFound((c) => c.json({ error: { code: "not_found", ...sentence("nothingHere") } }, 404));
}

function createService<C extends Contract>(
  db: Database,
  { schema, contract, handlers, document, changed, ahead, calledByPages = false }: Service<C>,
  limits = specifiedLimits,
  standby?: Standby,
): Hono<Environment> {
  const app = new Hono<Environment>({ strict: false });
  const use = new KeyUse(db, schema);

  app.use(async (c, next) => {
    const { headers } = c.req.raw;
    const context = currentRequest() ?? { id: readRequestId(headers.get("x-request-id")) ?? newRequestId("req") };
    await inRequest(context, () =>
      span(`${c.req.method} ${schema} service`, { kind: "server", from: headers }, async (span) => {
        await next();
        span.set("http.route", context.route ?? "other");
        span.set("http.response.status_code", c.res.status);
        log.debug({ method: c.req.method, path: c.req.path, status: c.res.status }, "answered");
      }),
    );
    c.header("X-Request-Id", context.id);
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });

  // A relative address is right under any host name and behind any proxy.
  app.get("/openapi.json", (c) => {
    const serverUrl = c.req.path.replace(/\/openapi.json$/, "");
    return c.json(openapi(contract, { ...document(), calledByPages, serverUrl }) as object);
  });

  app.use(async (c, next) => {
    const keys = calledByPages ? readPageKeys(c.req.raw) : readKeys(c.req.raw.headers);
    const { headers } = c.req.raw;
    const address = addressOf(headers, c.env ?? {});
    // Before the shared limits, which are not spent on calls that are refused here.
    const [key = ""] = keys;
    if (isPublishable(key) && address !== null) await requireRoom("address", key, networkOf(address));
    const caller = await authenticate(db, schema, c.env?.unlimited ? null : limits, keys, standby !== undefined);
    c.set("caller", caller);
    for (const [name, value] of Object.entries(caller.headers)) c.header(name, value);
    const { keyId, publishable } = caller.context;
    use.touch(keyId, () => (publishable ? nowhere : placeOf(headers, c.env ?? {})));
    if (publishable) {
      requireOrigin(caller, headers.get("origin"));
      const { device } = readAgent(headers.get("user-agent"));
      caller.context.shopper = { device, country: countryOf(headers), network: address && networkOf(address) };
    }
    await next();
  });

  const door = calledByPages ? "storefront " : "";
  const bodyTypes = calledByPages ? ["application/json", "text/plain"] : ["application/json"];
  for (const { resource, name, operation } of operationsOf(contract)) {
    app.on(operation.method, operation.path, async (c) => {
      noteRoute(routePath(c));
      const { context, scopes, place } = c.get("caller");
      if (operation.scope !== undefined) use.count(context.keyId, operation.scope, scopes.includes(operation.scope));
      requireScope(operation, scopes);
      const input = {
        params: readParams(c.req.param()),
        ...(operation.query && { query: parse(operation.query, c.req.query(), "query") }),
        ...(operation.body && { body: parse(operation.body, await readJson(c.req.raw, bodyTypes), "body") }),
      };
      const handler = handlers[resource]?.[name] as (input: unknown, context: Context) => Promise<unknown>;
      const key = takesKey(operation) ? c.req.raw.headers.get(idempotencyKey) : null;
      const act = (context: Context) => handler(input, context);
      if (key !== null) await ahead?.(context);
      const result = await (key !== null
        ? once(context, { key, schema, door, name: `${resource}.${name}`, operation, input }, act)
        : standby && place && standbyReads.has(operation)
          ? standby.read(place, (db) => act({ ...context, db }))
          : act(context));
      if (operation.method !== "GET") changed?.(context);
      if (operation.cache) {
        c.header("Cache-Control", operation.cache);
        c.header("Vary", "Authorization, X-API-Key", { append: true });
      }
      return c.json(result as object, (operation.status ?? 200) as ContentfulStatusCode);
    });
  }

  for (const [path, methods] of methodsByPath(contract)) {
    app.all(path, (c) => {
      c.header("Allow", methods.join(", "));
      const message = `${c.req.method} is not allowed here; use ${methods.join(" or ")}.`;
      throw new ApiError(405, "method_not_allowed", message);
    });
  }

  app.notFound(() => {
    throw new ApiError(404, "not_found", sentence("nothingHere"));
  });

  app.onError((thrown, c) => {
    const cause = toBusy(thrown) ?? thrown;
    if (cause !== thrown) log.warn({ path: c.req.path }, "no connection to the database was free in time");
    const error = cause instanceof ApiError ? cause : new ApiError(500, "server_error", sentence("wrongHere"));
    if (error !== cause) log.error({ err: cause, path: c.req.path }, "request failed");
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    return c.json(error.toBody(), error.status as ContentfulStatusCode);
  });

  return app;
}

const nowhere = { address: null, agent: null };

function placeOf(headers: Headers, bindings: Bindings) {
  const agent = headers.get("user-agent")?.toWellFormed().slice(0, 200) ?? null;
  return { address: addressOf(headers, bindings)?.slice(0, 64) ?? null, agent };
}

/** Calls without an origin come from servers, which could send any. */
function requireOrigin({ origins }: ApiCaller, origin: string | null): void {
  if (origin === null || origins.length === 0 || origins.includes(origin)) return;
  throw new ApiError(403, "origin_not_allowed", sentence("keyOrigin", { origin }));
}

function requireScope(operation: Operation, scopes: readonly string[]): void {
  if (operation.scope === undefined || scopes.includes(operation.scope)) return;
  throw new ApiError(403, "insufficient_scope", sentence("keyScope", { scope: operation.scope }));
}

function readParams(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) {
    if (!isIdentifier(value)) throw new ApiError(404, "not_found", "There is nothing with this ID.");
  }
  return params;
}

function methodsByPath(contract: Contract): Map<string, Method[]> {
  const paths = new Map<string, Method[]>();
  for (const { operation } of operationsOf(contract)) {
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation.method]);
  }
  return paths;
}

const maxBody = 1024 * 1024;

/** An empty body is read as `{}`, so that the schema reports the missing fields. */
async function readJson(request: Request, types: readonly string[]): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const text = await readText(request, maxBody);
  if (text === null) throw new ApiError(413, "payload_too_large", "The body is larger than 1 MiB.");
  if (text === "") return {};
  if (!types.includes(type ?? "")) {
    throw new ApiError(415, "unsupported_media_type", "Send the body as Content-Type: application/json.");
  }
  return parseJson(text);
}
