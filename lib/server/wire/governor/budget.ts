/** The order of priority: a person's click first, bulk work last. */
export const lanes = ["click", "visible", "prefetch", "bulk"] as const;
export type Lane = (typeof lanes)[number];

export type CallLimits = { burst: number; minute: number; hour: number };

/** The calls made with one key, in milliseconds of the database's clock. Kept small, because every call rewrites it. */
export type CallBudget = {
  /** Answered calls of the last minute, oldest first, by the time of the response: the API had counted them by then. */
  people: number[];
  bulk: number[];
  /** Calls without a response yet, by the time of sending. */
  open: [at: number, bulk: boolean, id: string][];
  /** The last hour in slices: the start of each, with its calls of both kinds. */
  hour: [start: number, people: number, bulk: number][];
  bulkAt: number;
  /** The API's own count of remaining calls, if it is lower than ours. */
  hint: { remaining: number; until: number } | null;
  /** The limit per minute that the API reports, if it is lower than the configured one. */
  stated: number | null;
  frozenUntil: number;
};

export const specifiedLimits: CallLimits = { burst: 20, minute: 120, hour: 3600 };
export const emptyBudget = (): CallBudget => ({
  people: [],
  bulk: [],
  open: [],
  hour: [],
  bulkAt: 0,
  hint: null,
  stated: null,
  frozenUntil: 0,
});
export const copyOf = ({ people, bulk, open, hour, hint, ...rest }: CallBudget): CallBudget => ({
  ...rest,
  people: [...people],
  bulk: [...bulk],
  open: open.map((call) => [...call]),
  hour: hour.map((slice) => [...slice]),
  hint: hint && { ...hint },
});

// Slightly longer than the windows themselves, because clocks differ.
const second = 1_020;
const minute = 60_100;
const hour = 3_600_500;
const slice = 10_000;
/** After this time, the process that made an open call must have died. */
const lost = 150_000;

/** Calls of a minute that each lane leaves to the lanes before it, but at most a tenth of the limit. */
const minuteReserves: Record<Lane, number> = { click: 0, visible: 0, prefetch: 3, bulk: 6 };
const minuteReserve = (lane: Lane, { minute }: CallLimits) => Math.min(minuteReserves[lane], Math.floor(minute / 10));
/** The share of an hour that people are expected to need at least. */
const quietPeople = 0.05;
/** People's calls vary: this multiple of the square root of the expected number is added as a margin. */
const marginFor = (expected: number) => 4 * Math.sqrt(expected);
const hourReserveShare = 1 / 60;
const hourReserve = (lane: Lane, { hour }: CallLimits) =>
  lane === "click" || lane === "visible" ? 0 : hour * hourReserveShare;
/** Bulk calls are spread over parts of a minute, so that room for people returns evenly. */
const part = 3_000;
/** Each part may exceed an even share by this factor, to use what people left. */
const catchUp = 1.1;
/** After waiting this long, a bulk call is treated like one of a visible page. */
const bulkPatience = 60_000;

export function tidy(budget: CallBudget, now: number): void {
  budget.open = budget.open.filter(([at]) => at > now - lost);
  dropBefore(budget.people, now - minute);
  dropBefore(budget.bulk, now - minute);
  while (budget.hour[0] && budget.hour[0][0] + slice <= now - hour) budget.hour.shift();
  if (budget.hint && budget.hint.until <= now) budget.hint = null;
}

export function limitsOf({ stated }: CallBudget, configured: CallLimits): CallLimits {
  if (stated === null) return configured;
  return { ...configured, burst: Math.min(configured.burst, stated), minute: Math.min(configured.minute, stated) };
}

/** Milliseconds until a call of this lane may be sent; 0 means now. The budget must be tidy. */
export function waitFor(budget: CallBudget, configured: CallLimits, requested: Lane, now: number): number {
  const { people, bulk, hint, frozenUntil } = budget;
  const limits = limitsOf(budget, configured);
  const lane = requested === "bulk" && isStarved(budget, now) ? "visible" : requested;
  const all = [...merge(people, bulk), ...budget.open.map(() => now)];
  const left = minuteReserve(lane, limits);
  const until = [now, frozenUntil, freeAt(all, limits.burst, second), freeAt(all, limits.minute - left, minute)];
  until.push(hourFreeAt(budget, limits.hour - hourReserve(lane, limits), now));
  if (hint && hint.remaining <= left) until.push(hint.until);
  if (lane === "bulk") until.push(spread(budget, limits, now));
  if (lane === "bulk" && !leavesRoomForPeople(budget, limits, now)) until.push(now + slice / 2);
  return Math.max(...until) - now;
}

export function record(budget: CallBudget, lane: Lane, now: number, id: string): void {
  const isBulk = lane === "bulk";
  budget.open.push([now, isBulk, id]);
  const start = now - (now % slice);
  let last = budget.hour.at(-1);
  if (!last || last[0] < start) {
    last = [start, 0, 0];
    budget.hour.push(last);
  }
  last[isBulk ? 2 : 1] += 1;
  if (isBulk) budget.bulkAt = now;
  if (budget.hint) budget.hint.remaining -= 1;
}

export function close(budget: CallBudget, id: string, answeredAt: number): void {
  const index = budget.open.findIndex((call) => call[2] === id);
  const call = budget.open[index];
  if (!call) return;
  budget.open.splice(index, 1);
  insert(call[1] ? budget.bulk : budget.people, answeredAt);
}

export const usedInMinute = ({ people, bulk, open }: CallBudget): number => people.length + bulk.length + open.length;

/** The limits in a response's headers concern a minute, unless they describe a burst. */
export type Stated = { remaining: number; resetAt: number; limit?: number | undefined };

export const usedByBulk = (budget: CallBudget): number => budget.bulk.length + openOf(budget, true);

/** Headers may only lower our estimate. Returns whether they changed it. */
export function observe(
  budget: CallBudget,
  configured: CallLimits,
  { remaining, resetAt, limit }: Stated,
  now: number,
): boolean {
  const before = budget.stated;
  // The limit of a burst window, which ends sooner, says nothing about the minute.
  if (limit !== undefined && limit > 0 && resetAt - now > 2 * second)
    budget.stated = limit < configured.minute ? limit : null;
  const { minute: allowed } = limitsOf(budget, configured);
  const known = Math.min(allowed - usedInMinute(budget), budget.hint?.remaining ?? Infinity);
  if (remaining >= known) return budget.stated !== before;
  budget.hint = { remaining, until: Math.min(Math.max(resetAt, budget.hint?.until ?? 0), now + minute) };
  return true;
}

/** A 429 stops all lanes for as long as the API asks, but not longer than the longest window. */
export function freeze(budget: CallBudget, seconds: number, now: number): void {
  budget.frozenUntil = Math.max(budget.frozenUntil, now + Math.min(seconds * 1000, hour));
}

/** Estimates the minutes of so many bulk calls: fast until the hour has room only for people, then steady. */
export function bulkMinutes(budget: CallBudget, configured: CallLimits, calls: number, now: number): number {
  const limits = limitsOf(budget, configured);
  const people = peopleRate(budget, limits.hour, now);
  const quick = Math.max(1, leftByPeople(budget, limits));
  const steady = Math.max(1, Math.min(quick, (limits.hour - people) / 60));
  const room = limits.hour - hourReserve("bulk", limits) - usedInHour(budget) - people - marginFor(people);
  const soon = Math.min(calls, Math.max(0, room));
  return soon / quick + (calls - soon) / steady;
}

export const usedInHour = ({ hour: slices }: CallBudget): number =>
  slices.reduce((sum, [, people, bulk]) => sum + people + bulk, 0);

const leftByPeople = (budget: CallBudget, limits: CallLimits): number =>
  limits.minute - minuteReserve("bulk", limits) - budget.people.length - openOf(budget, false);

const isStarved = ({ open, bulkAt }: CallBudget, now: number): boolean =>
  now - bulkAt > bulkPatience && !open.some(([, isBulk]) => isBulk);

function spread(budget: CallBudget, limits: CallLimits, now: number): number {
  const room = Math.max(1, leftByPeople(budget, limits));
  const bulk = [...budget.bulk, ...Array<number>(openOf(budget, true)).fill(now)];
  return freeAt(bulk, Math.ceil(room * catchUp * (part / minute)), part);
}

const openOf = ({ open }: CallBudget, bulk: boolean): number => open.filter((call) => call[1] === bulk).length;

function freeAt(calls: readonly number[], allowed: number, window: number): number {
  const blocking = calls[calls.length - Math.max(1, allowed)];
  return blocking === undefined ? 0 : blocking + window;
}

function hourFreeAt(budget: CallBudget, limit: number, now: number): number {
  let over = usedInHour(budget) + 1 - limit;
  if (over <= 0) return 0;
  for (const [start, people, bulk] of budget.hour) {
    over -= people + bulk;
    if (over <= 0) return start + slice + hour;
  }
  return now + slice;
}

/** Whether one more bulk call leaves people room for the whole hour. Their later calls are estimated less surely. */
function leavesRoomForPeople(budget: CallBudget, limits: CallLimits, now: number): boolean {
  const rate = peopleRate(budget, limits.hour, now);
  const room = limits.hour - hourReserve("bulk", limits);
  let known = usedInHour(budget) + 1;
  for (const [start, people, bulk] of budget.hour) {
    const expected = rate * ((start + slice + hour - now) / hour);
    if (known + expected + marginFor(expected) > room) return false;
    known -= people + bulk;
  }
  return true;
}

/** A person who has just arrived opens many pages at once, so shorter observations say little about the future. */
const shortestObservation = 600_000;

function peopleRate({ hour: slices }: CallBudget, limit: number, now: number): number {
  const rate = (span: number) => {
    const since = Math.max(now - span, slices[0]?.[0] ?? now);
    const calls = slices.reduce((sum, [start, people]) => sum + (start >= since ? people : 0), 0);
    return (calls / Math.max(shortestObservation, now - since)) * hour;
  };
  return Math.max(quietPeople * limit, rate(hour), rate(1_200_000) * 0.85);
}

function merge(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    all.push(((a[i] ?? Infinity) <= (b[j] ?? Infinity) ? a[i++] : b[j++]) as number);
  }
  return all;
}

function insert(calls: number[], at: number): void {
  const after = calls.findLastIndex((other) => other <= at);
  calls.splice(after + 1, 0, at);
}

function dropBefore(calls: number[], at: number): void {
  while (calls[0] !== undefined && calls[0] <= at) calls.shift();
}
