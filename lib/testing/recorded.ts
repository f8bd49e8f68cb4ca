import { expect } from "vitest";
import { type Contract, operationsOf } from "../contract/define.ts";
import { isRecord } from "../contract/errors.ts";
import { checkAgainst } from "./published.ts";

const secondsOf: Record<string, number> = {
  updated_at: 60,
  finished_at: 1,
  ended_at: 60,
  last_failure_at: 60,
  previous_secret_until: 86_400,
};
const fixed: Record<string, unknown> = {
  /** The order's time and the days on hold. */
  eligible_at: "2026-01-15T09:30:00.000Z",
  /** One click on that Thursday at half past ten in Berlin. */
  clicks_by_hour: Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => +(day === 3 && hour === 10)),
  ),
  duration_ms: 84,
  p50_ms: 84,
  p95_ms: 84,
  p99_ms: 84,
  retry_after: 42,
  clock_skew_seconds: 1,
  last_four: "AAAA",
  last_used_at: "2026-01-15T09:30:00.000Z",
  ticket: `eyJ${"A".repeat(100)}.eyJ${"A".repeat(500)}.${"A".repeat(86)}`,
  token: `${"A".repeat(43)}.${"A".repeat(43)}`,
  signing_secret: `whsec_${"A".repeat(43)}=`,
  "X-Service-Signature": `sha256=${"0".repeat(64)}`,
  "webhook-timestamp": "1768469400",
  "webhook-signature": `v1,${"A".repeat(43)}=`,
};

const dayMs = 86_400_000;

/** Replaces values that differ between runs: ids, present times, durations and signatures. */
export function steady(answers: Record<string, unknown>, receiver: string): Record<string, unknown> {
  const ids = new Map<string, string>();
  const idOf = (id: string, prefix: string) => {
    if (!ids.has(id)) ids.set(id, `${prefix}_${String(ids.size + 1).padStart(26, "0")}`);
    return ids.get(id) as string;
  };

  function text(value: string, key: string): string {
    return value
      .replaceAll(receiver, "https://shop.example.com")
      .replace(/^(pub_live_)[\w-]{43}$/, `$1${"A".repeat(43)}`)
      .replace(/\b([a-z]{3})_[0-9a-z]{26}(?:[0-9a-z]{26,})?\b/g, idOf)
      .replace(/^mira-[0-9a-z]{7}$/, "mira-7k2m9qx")
      .replace(/^\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT$/, "Thu, 15 Jan 2026 09:30:00 GMT")
      .replace(/Try again in \d+/, `Try again in ${fixed.retry_after}`)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => {
        const today = Math.abs(Date.parse(time) - Date.now()) < 2 * dayMs;
        return today ? new Date(Date.UTC(2026, 0, 15, 9, 30, secondsOf[key] ?? 0)).toISOString() : time;
      })
      .replace(/^\d{4}-\d\d-\d\d$/, (day) => {
        const ago = Math.floor(Date.now() / dayMs) - Date.parse(day) / dayMs;
        return Math.abs(ago) <= 2 ? new Date(Date.UTC(2026, 0, 15 - ago)).toISOString().slice(0, 10) : day;
      })
      .replace(/^\d{4}-\d\d$/, (month) => (key === "month" ? "2026-01" : month));
  }

  function walk(value: unknown, key = ""): unknown {
    if (key in fixed && value !== undefined) return fixed[key];
    if (typeof value === "string") return text(value, key);
    if (Array.isArray(value)) return value.map((one) => walk(one));
    if (!isRecord(value)) return value;
    if (key === "phases") return Object.fromEntries(Object.keys(value).map((phase) => [phase, 0.4]));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
  }

  return walk(answers) as Record<string, unknown>;
}

type Media = { content: { "application/json": { example?: unknown } } };
type Published = {
  paths: Record<string, Record<string, { responses: Record<number, Media> }>>;
  components: { responses: Record<string, Media> };
};

export function expectExamples(published: unknown, contract: Contract): void {
  const document = published as Published;
  const check = checkAgainst(published as never);
  const headers = new Headers({ "content-type": "application/json", "x-ratelimit-remaining": "1" });
  for (const { resource, name, operation } of operationsOf(contract)) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    const status = operation.status ?? 200;
    const entry = document.paths[path]?.[operation.method.toLowerCase()];
    const example = entry?.responses[status]?.content["application/json"].example;
    expect(example, `${resource}_${name}`).toBeDefined();
    check(operation.method, operation.path, { status, headers, body: example });
  }
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    const { example } = content["application/json"];
    expect(example, name).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
    check("GET", "/none", { status: 400, headers, body: example });
  }
}
