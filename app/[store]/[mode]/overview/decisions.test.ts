import { expect, test } from "vitest";
import { experimentsToDecide, failingEndpoints, hostOf } from "./decisions";

const now = new Date("2026-11-21T12:00:00Z");
const variants = [
  { name: "control", weight: 2 },
  { name: "variant_a", weight: 1 },
];
const reading = (experiment: string, status: string, counts: [number, number] = [2_000, 1_000]) => ({
  experiment,
  status,
  taken_at: now.toISOString(),
  variants: variants.map(({ name }, at) => ({ name, visitors: counts[at] as number, conversions: 10 })),
});
const running = (id: string) => ({ id, name: id, status: "running", variants });

test("a running experiment needs a decision once its result is significant", () => {
  const experiments = [running("a"), running("b"), running("unread"), { id: "d", status: "draft" }];
  const readings = [reading("a", "significant"), reading("b", "collecting"), reading("d", "significant")];
  expect(experimentsToDecide(experiments, readings, now)).toEqual([{ id: "a", name: "a", why: "significant" }]);
});

test("a split that differs from the plan is reported before any result", () => {
  const readings = [reading("a", "significant", [1_000, 1_000]), reading("b", "collecting", [2_010, 990])];
  expect(experimentsToDecide([running("a"), running("b")], readings, now)).toEqual([
    { id: "a", name: "a", why: "split" },
  ]);
  const unplanned = { id: "a", status: "running" };
  expect(experimentsToDecide([unplanned], readings.slice(0, 1), now)).toEqual([
    { id: "a", name: "a", why: "significant" },
  ]);
});

test("a winner is reported for two weeks", () => {
  const won = (ended_at: string) => ({ id: "a", name: "A", status: "completed", winner: "variant_a", ended_at });
  expect(experimentsToDecide([won("2026-11-10T00:00:00Z")], [], now)).toEqual([
    { id: "a", name: "A", why: "won", winner: "variant_a" },
  ]);
  expect(experimentsToDecide([won("2026-11-01T00:00:00Z")], [], now)).toEqual([]);
  expect(experimentsToDecide([{ id: "a", status: "completed", winner: "variant_a" }], [], now)).toEqual([]);
});

test("an enabled endpoint fails if it was paused, lost an event or refuses one event in twenty", () => {
  const health = { delivered: 99, exhausted: 0, waiting: 0, held: 0, success_rate: 0.99 };
  const endpoint = (id: string, more: object) => ({
    id,
    url: `https://${id}.example/x`,
    enabled: true,
    health,
    ...more,
  });
  const found = failingEndpoints([
    endpoint("fine", {}),
    endpoint("new", { health: undefined }),
    endpoint("paused", { enabled: false, state: "paused" }),
    endpoint("gave-up", { health: { ...health, exhausted: 1 } }),
    endpoint("refuses", { health: { ...health, success_rate: 0.9 } }),
    endpoint("off", { enabled: false, health: { ...health, exhausted: 3 } }),
  ]);
  expect(found.map(hostOf)).toEqual(["paused.example", "gave-up.example", "refuses.example"]);
  expect(hostOf({ id: "whk_1" })).toBe("whk_1");
});
