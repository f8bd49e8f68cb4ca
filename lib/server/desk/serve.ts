import "server-only";
import type { Contract, Handlers } from "../../contract/define.ts";
import { desk } from "../../contract/desk/index.ts";
import { parse } from "../../contract/parse.ts";
import { createMatcher } from "../../contract/paths.ts";
import { requireRole } from "../operations.ts";
import { requireSameOrigin } from "../origin.ts";
import { requireMembership } from "../people.ts";
import { answer, json, pathSegments, readBody, requireMatch, requireMode, type StoreRoute } from "../proxy.ts";
import { connections } from "./connections.ts";
import type { DeskContext } from "./context.ts";

const handlers: Handlers<typeof desk, DeskContext> = { connections };
const match = createMatcher(desk);

/** The dashboard's own operations, behind the same gates as the proxy. */
export function serveDesk(request: Request, route: StoreRoute): Promise<Response> {
  return answer(request, async (requestId) => {
    const { store, mode } = await route.params;
    const membership = await requireMembership(request.headers, store);
    if (request.method !== "GET") requireSameOrigin(request.headers);
    const { found, params } = requireMatch(match(request.method, pathSegments(request.url, "desk")), request.method);
    const { operation } = found;
    requireRole(membership.role, operation);
    const input = {
      params,
      ...(operation.query && { query: parse(operation.query, searchOf(request), "query") }),
      ...(operation.body && { body: parse(operation.body, await readBody(request), "body") }),
    };
    const handle = (handlers as Handlers<Contract, DeskContext>)[found.resource]?.[found.name];
    const result = await handle?.(input as never, { membership, mode: requireMode(mode) });
    return json(result, operation.status ?? 200, { "x-request-id": requestId });
  });
}

function searchOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}
