import "server-only";
import type { Contract, Handlers, Operation } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { partnerContract } from "../../contract/partner/index.ts";
import { createMatcher } from "../../contract/paths.ts";
import { noteRoute } from "../../request-context.ts";
import { sentence } from "../../sentences.ts";
import { audited } from "../memory/audit/record.ts";
import { type PartnerProgram, requireOpenProgram } from "../memory/partner-program.ts";
import { countAttempt } from "../people/guess-limits.ts";
import { answer, json, pathSegments, readBody, requireMatch, requireSameOrigin } from "../wire/http.ts";
import { data, details, notices, passkeys, profile, tax } from "./account.ts";
import { callerOfPartner, type Partner, type PartnerContext } from "./caller.ts";
import { commissions, earnings, payouts } from "./earnings.ts";
import { findByKey, keys } from "./keys.ts";
import { links } from "./links.ts";
import { media } from "./media.ts";
import { requirePartner } from "./partners.ts";
import { performance, statements } from "./statements.ts";

const handlers: Handlers<typeof partnerContract, PartnerContext> = {
  commissions,
  data,
  details,
  earnings,
  keys,
  links,
  media,
  notices,
  passkeys,
  payouts,
  performance,
  profile,
  statements,
  tax,
};
const match = createMatcher(partnerContract);

type PartnerRoute = { params: Promise<{ program: string }> };

export function servePartner(request: Request, route: PartnerRoute): Promise<Response> {
  return answer(request, async (requestId) => {
    const program = await requireOpenProgram((await route.params).program, "portalOpen");
    const segments = pathSegments(request.url, "affiliate", 4);
    const { found, params } = requireMatch(match(request.method, segments), request.method);
    const { operation } = found;
    noteRoute(`/api/partners${operation.path}`);
    const partner = await callerOf(request, program, operation);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const body = operation.body ? await readBody(request, operation.largestBody) : undefined;
    const result = await runPartner({ partner, program }, found.resource, found.name, { params, query, body });
    if (result instanceof Response) return result;
    return json(result, operation.status ?? 200, { "x-request-id": requestId });
  });
}

/** A key only reads what the portal shows of money and links; it never replaces the person. */
async function callerOf({ headers, method }: Request, program: PartnerProgram, operation: Operation): Promise<Partner> {
  if (headers.has("authorization")) {
    const partner = await findByKey(headers, program);
    if (operation.scope === "read") return partner;
    throw new ApiError(403, "scope_missing", "A key can read, but not change anything. Sign in to the portal instead.");
  }
  const partner = await requirePartner(headers, program, method !== "GET");
  if (method === "GET") return partner;
  requireSameOrigin(headers);
  await countAttempt("portal", [partner.id]);
  return partner;
}

type Raw = { params?: Record<string, string>; query?: unknown; body?: unknown };

/** The answer has only the fields that the contract names. */
export async function runPartner(context: PartnerContext, resource: string, name: string, raw: Raw): Promise<unknown> {
  const operation = (partnerContract as Contract)[resource]?.[name];
  const handle = (handlers as Handlers<Contract, PartnerContext>)[resource]?.[name];
  if (!operation || !handle) throw new ApiError(404, "not_found", sentence("nothingHere"));
  const params = operation.params ? parse(operation.params, raw.params ?? {}, "query") : (raw.params ?? {});
  const input = {
    params,
    ...(operation.query && { query: parse(operation.query, raw.query ?? {}, "query") }),
    ...(operation.body && { body: parse(operation.body, raw.body, "body") }),
  };
  const act = async () => operation.response.parse(await handle(input as never, context));
  if (operation.method === "GET" || operation.unaudited) return act();
  const { membership, mode, actor } = callerOfPartner(context.partner);
  return audited(
    {
      storeId: membership.store.id,
      mode,
      actor,
      api: "desk",
      resource: "portal",
      operation: `${resource}_${name}`,
      method: operation.method,
      path: `/portal${operation.path}`,
      recordId: context.partner.affiliateId,
    },
    async () => ({ result: await act(), status: operation.status ?? 200, after: null }),
  );
}
