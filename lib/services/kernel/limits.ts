import { ApiError } from "../../contract/errors.ts";

/** The specification does not define "burst"; this service counts it within one second. */
export type Limits = { perSecond: number; perMinute: number; perHour: number };

export const specifiedLimits: Limits = { perSecond: 20, perMinute: 120, perHour: 3600 };

export type Usage = {
  now: number;
  refused: boolean;
  second_start: number;
  second_used: number;
  minute_start: number;
  minute_used: number;
  hour_start: number;
  hour_used: number;
};

type Window = { name: "second" | "minute" | "hour"; seconds: number; limit: number; wording: string };

const windows = (limits: Limits): Window[] => [
  { name: "second", seconds: 1, limit: limits.perSecond, wording: "in one second" },
  { name: "minute", seconds: 60, limit: limits.perMinute, wording: "per minute" },
  { name: "hour", seconds: 3600, limit: limits.perHour, wording: "per hour" },
];

/** Without limits, nothing is counted. */
export function callerStatement(schema: string, limits: Limits | null, more = ""): string {
  const caller = `
      select k.id, k.scopes, k.origins, t.id as tenant_id, t.store_id, t.mode, t.currency, t.time_zone
      from "${schema}"."api_key" k join "${schema}"."tenant" t on t.id = k.tenant_id
      where k.hash = $1 and k.revoked_at is null`;
  return limits ? countedStatement(schema, caller, limits, more) : `select caller.*${more} from (${caller}) caller`;
}

/** A window begins with its first request. A refused one does not count, so a client that waits as told is admitted. */
function countedStatement(schema: string, caller: string, limits: Limits, more: string): string {
  const all = windows(limits);
  const live = (w: Window) => `b.${w.name}_start > now() - interval '${w.seconds} seconds'`;
  const admits = all.map((w) => `(not ${live(w)} or b.${w.name}_used < ${w.limit})`).join(" and ");
  const updates = all.map(
    (w) => `${w.name}_start = case when ${live(w)} then b.${w.name}_start else now() end,
      ${w.name}_used = case when ${live(w)} then b.${w.name}_used else 0 end + (${admits})::int`,
  );
  const columns = all.map((w) => `extract(epoch from b.${w.name}_start)::float8 as ${w.name}_start, b.${w.name}_used`);
  return `
    with caller as (${caller}
    ), b as (
      insert into "${schema}"."rate_budget" as b
        (key_id, refused, second_start, second_used, minute_start, minute_used, hour_start, hour_used)
      select id, false, now(), 1, now(), 1, now(), 1 from caller
      on conflict (key_id) do update set refused = not (${admits}), ${updates.join(", ")}
      returning *
    )
    select caller.*, b.refused, extract(epoch from now())::float8 as now, ${columns.join(", ")}${more}
    from caller, b`;
}

/** The headers describe the window that refused the request, else the minute, which callers usually reach first. */
export function verdict(usage: Usage, limits: Limits): { headers: Record<string, string>; error: ApiError | null } {
  const all = windows(limits).map((w) => ({
    ...w,
    used: usage[`${w.name}_used`],
    resetsAt: usage[`${w.name}_start`] + w.seconds,
  }));
  const full = all.filter((w) => w.used >= w.limit).sort((a, b) => b.resetsAt - a.resetsAt)[0];
  const shown = (usage.refused && full) || (all[1] as (typeof all)[number]);
  const headers = {
    "X-RateLimit-Limit": String(shown.limit),
    "X-RateLimit-Remaining": String(Math.max(0, shown.limit - shown.used)),
    // The specification does not show the unit; this service sends seconds since 1970.
    "X-RateLimit-Reset": String(Math.ceil(shown.resetsAt)),
  };
  if (!usage.refused) return { headers, error: null };
  const wait = Math.max(1, Math.ceil(shown.resetsAt - usage.now));
  const message = `Rate limit exceeded: at most ${shown.limit} requests ${shown.wording}. Try again in ${wait} seconds.`;
  const error = new ApiError(429, "rate_limited", message, [], wait);
  error.headers = { ...headers, "Retry-After": String(wait) };
  return { headers, error };
}
