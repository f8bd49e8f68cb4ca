import "server-only";
import { type Contract, type Handlers, idempotencyKey, takesKey } from "../../contract/define.ts";
import { desk } from "../../contract/desk/index.ts";
import { ApiError } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { buildPath, createMatcher } from "../../contract/paths.ts";
import { noteRoute } from "../../request-context.ts";
import { sentence } from "../../sentences.ts";
import { audited, deedOf } from "../memory/audit/record.ts";
import { requireMembership } from "../people/sessions.ts";
import type { DeskContext } from "../wire/call.ts";
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
} from "../wire/http.ts";
import { requireRole } from "../wire/perform-call.ts";
import { account } from "./account.ts";
import { affiliate_names } from "./affiliate-names.ts";
import { annotations } from "./annotations.ts";
import { audit } from "./audit.ts";
import { connections } from "./connections.ts";
import { delayed_changes } from "./delayed-changes.ts";
import { drafts } from "./drafts.ts";
import { experiment_notes, experiment_plans } from "./experiments.ts";
import { history } from "./history.ts";
import { onceInDesk } from "./idempotency.ts";
import { jobs } from "./jobs.ts";
import { keys } from "./keys.ts";
import { live } from "./live.ts";
import { mail_templates, mails } from "./mails.ts";
import { partner_applications, partner_invitations, partner_program } from "./partner-program.ts";
import { payout_details } from "./payout-details.ts";
import { payout_files, payout_settings } from "./payout-files.ts";
import { payouts } from "./payouts.ts";
import { invitations, people } from "./people.ts";
import { personal } from "./personal.ts";
import { portal, portalMedia } from "./portal.ts";
import { remembered } from "./remembered.ts";
import { review_queue } from "./review-queue.ts";
import { shoppers } from "./shoppers.ts";
import { sandbox, store } from "./store.ts";
import { views } from "./views.ts";

const handlers: Handlers<typeof desk, DeskContext> = {
  account,
  affiliate_names,
  annotations,
  audit,
  connections,
  delayed_changes,
  drafts,
  experiment_notes,
  experiment_plans,
  history,
  invitations,
  jobs,
  keys,
  live,
  mail_templates,
  mails,
  partner_applications,
  partner_invitations,
  partner_program,
  payouts,
  payout_details,
  payout_files,
  payout_settings,
  people,
  personal,
  portal,
  portal_media: portalMedia,
  remembered,
  review_queue,
  sandbox,
  shoppers,
  store,
  views,
};
const match = createMatcher(desk);

export function serveDesk(request: Request, route: StoreRoute): Promise<Response> {
  return answer(request, async (requestId) => {
    const { store, mode } = await route.params;
    const membership = await requireMembership(request.headers, store);
    if (request.method !== "GET") requireSameOrigin(request.headers);
    const { found, params } = requireMatch(match(request.method, pathSegments(request.url, "desk")), request.method);
    const { operation } = found;
    noteRoute(`/api/desk${operation.path}`);
    requireRole(membership.role, operation);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const body = operation.body ? await readBody(request, operation.largestBody) : undefined;
    const caller = { membership, mode: requireMode(mode), requestId, tab: readTab(request) };
    const key = takesKey(operation) ? request.headers.get(idempotencyKey) : null;
    const result = await runDesk(caller, found.resource, found.name, { params, query, body, key });
    if (result instanceof Response) return result;
    return json(result, operation.status ?? 200, { "x-request-id": requestId });
  });
}

type Raw = { params: Record<string, string>; query?: unknown; body?: unknown; key?: string | null };

export async function runDesk(context: DeskContext, resource: string, name: string, raw: Raw): Promise<unknown> {
  const operation = (desk as Contract)[resource]?.[name];
  const handle = (handlers as Handlers<Contract, DeskContext>)[resource]?.[name];
  if (!operation || !handle) throw new ApiError(404, "not_found", sentence("nothingHere"));
  requireRole(context.membership.role, operation);
  const input = {
    params: raw.params,
    ...(operation.query && { query: parse(operation.query, raw.query ?? {}, "query") }),
    ...(operation.body && { body: parse(operation.body, raw.body, "body") }),
  };
  const act = () => handle(input as never, context);
  if (operation.method === "GET" || operation.unaudited) return act();
  const write = () =>
    audited(
      {
        ...deedOf(context),
        api: "desk",
        resource,
        operation: name,
        method: operation.method,
        path: buildPath(operation.path, raw.params),
        recordId: Object.values(raw.params)[0],
        sent: input.body,
      },
      async () => {
        const result = await act();
        return { result, status: operation.status ?? 200, after: result };
      },
      async () => ({ before: operation.before ? await readBefore(context, resource, operation.before, raw) : null }),
    );
  const { key = null } = raw;
  return key === null ? write() : onceInDesk(context, { key, name: `${resource}.${name}`, operation, input }, write);
}

/** A missing record has no image; the write itself reports the error. */
async function readBefore(context: DeskContext, resource: string, name: string, { params }: Raw): Promise<unknown> {
  return runDesk(context, resource, name, { params }).catch(() => null);
}
