import { figures as affiliateFigures } from "./affiliate/figures.ts";
import { money } from "./affiliate/money.ts";
import { people } from "./affiliate/people.ts";
import { isFields, matches, type Reply, type Route } from "./api.ts";
import { figures } from "./checkout/figures.ts";
import { offers } from "./checkout/offers.ts";
import { rest } from "./checkout/rest.ts";
import type { Choices } from "./choices.ts";
import type { ApiName, Control, Rule, Seen } from "./control.ts";
import { forms } from "./error-forms.ts";
import { Problem } from "./problem.ts";

const routes: Record<ApiName, readonly Route[]> = {
  checkout: [...offers, ...figures, ...rest],
  affiliate: [...people, ...money, ...affiliateFigures],
};

type Scopes = readonly string[] | "all";

export function respond(control: Control, seen: Seen, scopes: Scopes, rule: Rule | undefined): Reply {
  try {
    const [route, id] = findRoute(seen);
    const [, scope, handle] = route;
    if (scope && scopes !== "all" && !scopes.includes(scope)) throw new Problem(403, "Insufficient permissions");
    if (rule?.fault === "too-many") return tooMany(seen.api, rule.retryAfter ?? 1);
    const acts = rule?.when === "after" || rule?.fault === "slow";
    if (rule && !acts)
      return rule.fault === "error" ? broken(seen.api, rule, control.choices) : { status: 200, body: {} };
    const store = control.storeOf(seen.store);
    const { headers } = seen;
    const { choices } = control;
    const query = new URLSearchParams(seen.query);
    const reply = handle({ store, id, query, body: readBody(seen), headers, choices });
    if (rule?.fault === "error") return broken(seen.api, rule, control.choices);
    return seen.api === "checkout" ? wrapped(reply, seen.path, choices) : reply;
  } catch (cause) {
    if (cause instanceof Problem) return refusal(seen.api, cause, control.choices);
    throw cause;
  }
}

function findRoute({ api, method, path }: Seen): [Route, string] {
  for (const route of routes[api]) {
    const found = matches(route[0], method, path);
    if (found) return [route, found.id];
  }
  throw new Problem(404, "Resource not found");
}

function readBody({ body }: Seen) {
  if (body === "") return {};
  try {
    const parsed = JSON.parse(body);
    if (isFields(parsed)) return parsed;
  } catch {}
  throw new Problem(400, "The body is not a JSON object");
}

function wrapped(reply: Reply, path: string, { lists, totals }: Choices): Reply {
  const { body } = reply;
  if (lists === "specified" || !isFields(body) || !isFields(body.pagination)) return reply;
  const { data, pagination } = body;
  const headers: Record<string, string> =
    totals === "X-Total-Count" ? { "x-total-count": String(pagination.total) } : {};
  if (lists === "bare") return { ...reply, headers, body: data };
  const counted = totals && totals !== "X-Total-Count" ? { [totals]: pagination.total } : {};
  return { ...reply, headers, body: { [lists === "data" ? "data" : path.slice(1)]: data, ...counted } };
}

const codes: Record<number, string> = {
  400: "invalid_request",
  401: "authentication_failed",
  403: "missing_scope",
  404: "no_such_thing",
};

/** The checkout API words errors as specified, the affiliate API as a bare text, or in Laravel's form for fields. */
export function refusal(api: ApiName, { status, message, fields }: Problem, { errors: form }: Choices): Reply {
  if (form !== "own") return { status, body: forms[form](status, message, fields) };
  const list = Object.entries(fields).map(([field, problem]) => ({ field, message: problem }));
  if (api === "checkout") {
    const code = codes[status] ?? "server_error";
    return { status, body: { error: { code, message, ...(list.length > 0 && { details: list }) } } };
  }
  if (list.length === 0) return { status, body: { error: message } };
  const errors = Object.fromEntries(list.map(({ field, message }) => [field, [`${field} ${message}`]]));
  return { status, body: { message, errors } };
}

export function tooMany(api: ApiName, seconds: number): Reply {
  const message = `Rate limit exceeded. Retry after ${seconds} seconds.`;
  const error = { code: "rate_limited", message, retry_after: seconds };
  return { status: 429, body: api === "checkout" ? { error } : { message, retry_after: seconds } };
}

const broken = (api: ApiName, { status = 500 }: Rule, choices: Choices) =>
  refusal(api, new Problem(status, "Something broke over there"), choices);
