import "server-only";
import "./registrations.ts";
import { idempotencyKey, type Operation, takesKey } from "../contract/define.ts";
import { createMatcher } from "../contract/paths.ts";
import { noteRoute } from "../request-context.ts";
import { requireMembershipWithKey } from "./people/sessions.ts";
import type { Api } from "./wire/connections.ts";
import { contracts } from "./wire/contracts.ts";
import { type Lane, lanes } from "./wire/governor/budget.ts";
import {
  answer,
  json,
  pathSegments,
  readBody,
  readTab,
  requireMatch,
  requireMode,
  requireSameOrigin,
  type StoreRoute,
} from "./wire/http.ts";
import { perform, requireRole } from "./wire/perform-call.ts";

/** Rebuilds each call from the contract: nothing of the browser's path, query or headers is forwarded as it came. */
export function createProxy(api: Api) {
  const match = createMatcher(contracts[api]);
  return (request: Request, route: StoreRoute): Promise<Response> =>
    answer(request, async (requestId) => {
      const { store, mode } = await route.params;
      const { membership, stored } = await requireMembershipWithKey(request.headers, { storeId: store, mode, api });
      if (request.method !== "GET") requireSameOrigin(request.headers);
      const { found, params } = requireMatch(match(request.method, pathSegments(request.url, api)), request.method);
      noteRoute(`/api/${api}${found.operation.path}`);
      // Checked before the body is read, so that nobody without the role can make the server read one.
      requireRole(membership.role, found.operation);
      const result = await perform({
        membership,
        stored,
        mode: requireMode(mode),
        api,
        resource: found.resource,
        operation: found.name,
        params,
        query: Object.fromEntries(new URL(request.url).searchParams),
        headers: passedHeaders(request.headers, found.operation),
        body: found.operation.body ? await readBody(request) : undefined,
        lane: readLane(request),
        screen: true,
        signal: request.signal,
        requestId,
        tab: readTab(request),
      });
      return json(result.body, result.status, { ...result.rate, "x-request-id": requestId });
    });
}

function passedHeaders(headers: Headers, operation: Operation): Record<string, string> {
  const key = takesKey(operation) ? headers.get(idempotencyKey) : null;
  return key === null ? {} : { [idempotencyKey]: key };
}

/** A browser can only lower its priority: writes are clicks, reads are visible unless they say prefetch or bulk. */
function readLane(request: Request): Lane {
  if (request.method !== "GET") return "click";
  const lane = request.headers.get("x-lane") as Lane | null;
  return lane !== null && lanes.indexOf(lane) > lanes.indexOf("visible") ? lane : "visible";
}
