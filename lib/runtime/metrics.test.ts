import { expect, test } from "vitest";
import { Metrics } from "./metrics.ts";

test("durations are counted into every bucket that they fit", () => {
  const metrics = new Metrics();
  for (const seconds of [0.004, 0.2, 0.2, 99])
    metrics.seconds("cartwright_upstream_seconds", { api: "checkout" }, seconds);
  const lines = metrics.text([]).split("\n");
  const of = (le: string) =>
    lines
      .find((line) => line.startsWith(`cartwright_upstream_seconds_bucket{api="checkout",le="${le}"}`))
      ?.split(" ")[1];
  expect([of("0.005"), of("0.1"), of("0.25"), of("30"), of("+Inf")]).toEqual(["1", "1", "3", "3", "4"]);
  expect(lines).toContain('cartwright_upstream_seconds_count{api="checkout"} 4');
  expect(lines).toContain('cartwright_upstream_seconds_sum{api="checkout"} 99.404');
});

test("labels are escaped, and the number of series is limited", () => {
  const metrics = new Metrics();
  metrics.count("cartwright_governor_refused_total", { lane: 'a"b\\c\nd' }, 2);
  expect(metrics.text([])).toContain('cartwright_governor_refused_total{lane="a\\"b\\\\c\\nd"} 2\n');
  for (let n = 0; n < 3_000; n++) metrics.count("cartwright_governor_refused_total", { lane: String(n) }, 1);
  const lines = metrics
    .text([])
    .split("\n")
    .filter((line) => line.startsWith("cartwright_governor_refused_total{"));
  expect(lines).toHaveLength(2_001);
  expect(lines.at(-1)).toBe('cartwright_governor_refused_total{overflow="true"} 1001');
});
