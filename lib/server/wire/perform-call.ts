import "server-only";
import type * as z from "zod";
import { atMost } from "../../at-most.ts";
import { type Operation, personFields, type Role } from "../../contract/define.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { withoutFields } from "../../contract/extensions.ts";
import { buildPath } from "../../contract/paths.ts";
import { withTotal } from "../../contract/read.ts";
import { sentence } from "../../sentences.ts";
import { count, noteSeconds } from "../../telemetry.ts";
import { env } from "../env.ts";
import { registry } from "../registry.ts";
import type { Answer, Call } from "./call.ts";
import { type Connection, readConnection } from "./connections.ts";
import { missing, operationOf } from "./contracts.ts";
import type { Lane } from "./governor/budget.ts";
import { givenUp } from "./governor/governor.ts";
import { governorOf, observeRate, rateHeaders, retryAfter } from "./governor/governors.ts";
import { countWrite } from "./governor/stored-budget.ts";
import { noteAccess } from "./learned-key-rights.ts";
import { reads } from "./shared-reads.ts";
import { callUpstream, type UpstreamRequest, type UpstreamResponse, upstreamError } from "./upstream.ts";

/** `before` is the record before an audited write. */
type Passed = Answer & { before?: unknown };
export type Next = (call: Call) => Promise<Passed>;
export type Step = (call: Call, next: Next) => Promise<Passed>;
type Observer = (call: Call, answer: unknown, before: unknown) => unknown;

/** What a call passes, in this order. */
export const steps = registry<readonly Step[]>("steps that a call passes");
/** What is told of each call that succeeded. */
export const observers = registry<readonly Observer[]>("observers of calls");

export async function perform(call: Call): Promise<Answer> {
  const from =
    (at: number): Next =>
    (passed) =>
      (steps.registered()[at] as Step)(passed, from(at + 1));
  const { before: _before, ...answer } = await from(0)(call);
  return answer;
}

export const check =
  (refuse: (call: Call) => unknown): Step =>
  async (call, next) => {
    await refuse(call);
    return next(call);
  };

export function withPerson(call: Call, next: Next): Promise<Passed> {
  if (!isRecord(call.body)) return next(call);
  const { name } = call.membership.person;
  const named = personFields(operationOf(call).body).map((field) => [field, name]);
  return next({ ...call, body: { ...call.body, ...Object.fromEntries(named) } });
}

export async function watch(call: Call, next: Next): Promise<Passed> {
  const answer = await next(call);
  await tellObservers(call, answer.body, answer.before ?? null);
  return answer;
}

export async function tellObservers(call: Call, answer: unknown, before: unknown): Promise<void> {
  for (const observe of observers.registered()) await observe(call, answer, before);
}

export async function send(call: Call): Promise<Answer> {
  const { membership, mode, api, stored } = call;
  const connection = await readConnection({ storeId: membership.store.id, mode, api }, stored);
  const operation = operationOf(call);
  const lacks = missing(call) ?? [];
  const request = {
    method: operation.method,
    path: buildPath(operation.path, call.params ?? {}),
    query: toSearch(withoutFields(call.query ?? {}, lacks), operation.query),
    ...(call.headers && { headers: call.headers }),
    // The API validates the body. Only what an API cannot know is removed.
    ...(call.body !== undefined && { body: isRecord(call.body) ? withoutFields(call.body, lacks) : call.body }),
  };
  const lane = call.lane ?? "visible";
  const { response, age } =
    operation.method === "GET"
      ? await reads.read({
          holder: connection.holder,
          writes: stored?.writes ?? null,
          question: `${request.path}?${request.query}`,
          // Bulk work has time for a fresh response, and stores what it reads.
          screen: call.screen === true && lane !== "bulk",
          quiet: lane === "prefetch",
          wait: () => governorOf(connection)?.wait(lane) ?? 0,
          // Sent without the caller's signal, because other callers may share this call.
          send: () => governed(connection, request, lane),
        })
      : { response: await write(connection, { ...request, signal: call.signal }, lane, call.ready), age: 0 };
  // A cached response does not show what the key may do at present.
  if (age === 0) noteAccess(connection, call.resource, operation.method, response.status, "use");
  if (response.status >= 400) throw toError(response, connection, operation.scope);
  return {
    // 204 and 205 allow no body, and screens always get one.
    status: [204, 205].includes(response.status) ? 200 : response.status,
    body: operation.normalize
      ? withTotal(operation.normalize(response.body), response.headers.get("x-total-count"))
      : (response.body ?? {}),
    rate: { ...rateHeaders(response.headers), ...(age > 0 && { age: String(age) }) },
  };
}

/** A write is counted even after a failure, so that nobody is shown responses from before it. */
async function write(connection: Connection, request: UpstreamRequest, lane: Lane, ready: Call["ready"]) {
  try {
    return await governed(connection, request, lane, ready);
  } finally {
    await countWrite(connection.holder);
  }
}

export const requireRoleOf = (call: Call) => requireRole(call.membership.role, operationOf(call));

export function requireRole(role: Role, { roles, summary }: Operation): void {
  if (roles.includes(role)) return;
  const named = roles.map(roleName);
  const allowed = named.reduce((first, next) => sentence("orElse", { first, next }));
  const message = new Intl.ListFormat("en", { type: "disjunction" }).format(named.map((each) => each.message));
  const said = { deed: summary, roles: { ...allowed, message }, role: roleName(role) };
  throw new ApiError(403, "role_forbidden", sentence("roleNeeded", said));
}

const roleName = (role: Role) => sentence(role === "affiliate_manager" ? "affiliateManager" : role);

function toSearch(query: Record<string, unknown>, schema?: z.ZodObject): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of Object.keys(schema?.shape ?? {})) {
    const value = query[name];
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search;
}

export async function governed(connection: Connection, request: UpstreamRequest, lane: Lane, ready?: Call["ready"]) {
  const governor = governorOf(connection);
  const sent = async () => {
    await ready?.(null);
    return callUpstream(connection, request);
  };
  if (!governor) return lane === "bulk" || lane === "prefetch" ? givingWay(sent, request.signal) : sent();
  // A prefetch may wait longer, because its screen still shows earlier data.
  const patience = env().UPSTREAM_TIMEOUT_MS * (lane === "prefetch" ? 3 : 1);
  for (let attempt = 1; ; attempt++) {
    const began = performance.now();
    const answered = await governor
      .admit(lane, request.signal, lane === "bulk" ? undefined : patience)
      .catch((cause) => {
        if (cause instanceof ApiError && cause.status === 429) count("cartwright_governor_refused_total", { lane });
        throw cause;
      });
    noteSeconds("cartwright_governor_wait_seconds", { lane }, began);
    const response = await sent().finally(answered);
    await observeRate(governor, response);
    // A 429 means that nothing was done, so even a write is sent again, if the wait is short enough for a person.
    if (response.status !== 429 || attempt === 2 || retryAfter(response) > 2) return response;
  }
}

/** Jobs, partners and screens that refresh leave the other half of the database's connections to people who click. */
const halfAtMost = atMost(() => Math.floor(env().DATABASE_CONNECTIONS / 2));

const givingWay = <Result>(send: () => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  halfAtMost(() => {
    if (signal?.aborted) throw givenUp();
    return send();
  });

function toError(response: UpstreamResponse, connection: Connection, scope?: string): ApiError {
  const error = upstreamError(response);
  if (response.status === 401) {
    // Not 401, which would look like the end of the person's own session.
    const message = sentence("storedRefused", { api: sentence(connection.api), mode: sentence(connection.mode) });
    return new ApiError(502, "connection_rejected", message);
  }
  if (response.status === 403) {
    const need = scope ? sentence("scopeNeeded", { scope }) : sentence("keyMayNot");
    return new ApiError(403, "scope_missing", need);
  }
  if (response.status === 429 && error.retryAfter === undefined) {
    return new ApiError(429, "rate_limited", error.sentence, [], retryAfter(response));
  }
  return error;
}
