import { expect, test } from "vitest";
import { type AttemptVerdict, judge } from "./retry-schedule.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const answer = (code?: number, more: object = {}) => ({
  durationMs: 5,
  phases: {},
  truncated: false,
  ...(code !== undefined && { code }),
  ...more,
});
const failed = (verdict: AttemptVerdict) => {
  if (verdict.kind !== "failed") throw new Error("It was delivered.");
  return verdict;
};

test("only 200, 201, 202 and 204 are success", () => {
  for (let code = 200; code < 600; code++) {
    expect(judge(answer(code), 0, now).kind, String(code)).toBe(
      [200, 201, 202, 204].includes(code) ? "delivered" : "failed",
    );
  }
  expect(judge(answer(), 0, now).kind).toBe("failed");
  expect(judge(answer(200, { error: { message: "broke" } }), 0, now).kind).toBe("failed");
});

test("each wait is that of the schedule or up to a tenth longer, and the fifth failure is the last", () => {
  const waits = [300, 1800, 7200, 86_400];
  for (const [failures, planned] of waits.entries()) {
    const seen = Array.from({ length: 500 }, () => failed(judge(answer(500), failures, now)).wait ?? 0);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(planned);
    expect(Math.max(...seen)).toBeLessThanOrEqual(planned * 1.1);
    expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThan(planned * 0.05);
  }
  expect(failed(judge(answer(500), 4, now)).wait).toBeNull();
});

test.each<[string, number, string, number, number]>([
  ["longer than the schedule", 0, "3600", 3600, 3600],
  ["shorter than the schedule", 1, "60", 1800, 1980],
  ["a date, by the receiver's own clock", 0, "Fri, 20 Nov 2026 11:00:00 GMT", 3600, 3600],
  ["a date gone by", 0, "Fri, 20 Nov 2020 11:00:00 GMT", 300, 330],
  ["nonsense", 0, "soon", 300, 330],
  ["for ever", 0, "99999999999", 7 * 86_400, 7 * 86_400],
  ["longer than a number holds", 0, "9".repeat(400), 7 * 86_400, 7 * 86_400],
  ["below zero", 0, "-5", 300, 330],
  ["a fraction", 0, "3600.5", 300, 330],
  ["a power", 0, "1e9", 300, 330],
  ["two values", 0, "3600, 7200", 300, 330],
  ["nothing", 0, "", 300, 330],
])("429 with a Retry-After that is %s", (_, failures, value, from, to) => {
  const headers = { "retry-after": value, date: "Fri, 20 Nov 2026 10:00:00 GMT" };
  const { wait } = failed(judge(answer(429, { headers }), failures, now));
  expect(wait).toBeGreaterThanOrEqual(from);
  expect(wait).toBeLessThanOrEqual(to);
});

test("a Retry-After date is compared with the local clock if the response has no date", () => {
  const headers = { "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" };
  for (const date of [{}, { date: "yesterday" }]) {
    expect(failed(judge(answer(429, { headers: { ...headers, ...date } }), 0, now)).wait).toBe(3600);
  }
});

test("only 410 means that the receiver is gone", () => {
  expect(failed(judge(answer(410), 0, now)).gone).toBe(true);
  expect(failed(judge(answer(404), 0, now)).gone).toBe(false);
});

test("Retry-After on a success changes nothing", () => {
  expect(judge(answer(200, { headers: { "retry-after": "60" } }), 0, now)).toEqual({ kind: "delivered" });
});
