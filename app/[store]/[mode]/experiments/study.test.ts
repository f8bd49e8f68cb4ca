import { expect, test } from "vitest";
import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { axisOf, placeOn } from "./[id]/axis";
import { csvOf } from "./[id]/csv";
import { beliefsOf, leadOf, studyOf } from "./study";

const results = (...counts: [name: string, visitors: number, conversions: number][]): ExperimentResults => ({
  experiment_id: "e",
  variants: counts.map(([name, visitors, conversions]) => ({ name, visitors, conversions })),
});
const study = (given: ExperimentResults, more: object = {}) => {
  const found = studyOf({ experiment: undefined, plan: undefined, results: given, ...more });
  if (!found) throw new Error("Nothing was read.");
  return found;
};

test("the split is a person's before the API's, and the API's before equal shares", () => {
  const given = results(["control", 200, 60], ["variant_a", 100, 60]);
  const variants = [
    { name: "control", weight: 2 },
    { name: "variant_a", weight: 1 },
  ];
  const experiment = { id: "e", variants };
  const plan = { experiment: "e", effect: null, sample: null, changed_by: null, changed_at: null };
  expect(study(given).split).toEqual({ weights: [1, 1], from: "assumed" });
  expect(study(given, { experiment }).split).toEqual({ weights: [2, 1], from: "api" });
  const weights = [
    { name: "variant_a", weight: 3 },
    { name: "control", weight: 7 },
  ];
  expect(study(given, { experiment, plan: { ...plan, weights } }).split).toEqual({ weights: [7, 3], from: "person" });
  // A split that was entered for other variants is ignored.
  const other = { ...plan, weights: [{ name: "b", weight: 1 }] };
  expect(study(given, { experiment, plan: other }).split.from).toBe("api");
});

test("what was kept stands in for results, and has nothing to audit", () => {
  const snapshot = { taken_at: "", status: null, variants: results(["control", 1000, 100], ["b", 1000, 180]).variants };
  const kept = studyOf({ experiment: undefined, plan: undefined, results: undefined, snapshot });
  expect(kept?.verdict).toMatchObject({ rule: "decided", way: "better", arm: "b" });
  expect(kept?.findings).toBeNull();
  expect(studyOf({ experiment: undefined, plan: undefined, results: undefined })).toBeNull();
});

test("a list speaks of the variant that the verdict names, else of the one ahead", () => {
  expect(leadOf(study(results(["control", 1000, 200], ["a", 1000, 100], ["b", 1000, 90])))?.name).toBe("a");
  expect(leadOf(study(results(["control", 1000, 100], ["a", 1000, 104], ["b", 1000, 106])))?.name).toBe("b");
});

test("the axis has zero and round steps, and holds every lift, however wide the intervals", () => {
  for (const [x0, x1, n] of [
    [100, 130, 1000],
    [1, 9, 20],
    [500, 20, 1000],
    [10_000_000, 10_001_000, 100_000_000],
  ] as const) {
    const { comparisons } = study(results(["control", n, x0], ["a", n, x1]));
    const axis = axisOf(comparisons);
    const lift = comparisons[0]?.lift as number;
    expect(axis.ticks).toContain(0);
    expect(axis.ticks.length, `${x0} ${x1} ${n}`).toBeLessThan(10);
    expect(axis.from).toBeLessThanOrEqual(Math.max(-1, lift));
    expect(axis.to).toBeGreaterThanOrEqual(Math.min(5, lift));
    expect(placeOn(axis, axis.to)).toBe(100);
  }
});

test("the file has each variant with all digits, and no formulas", () => {
  const given = results(["=control", 1000, 100], ["a, b", 1000, 130]);
  const found = study(given);
  const [head = "", first = "", second = ""] = csvOf({ study: found, beliefs: beliefsOf(found), results: given }).split(
    "\r\n",
  );
  expect(first.startsWith("'=control,1000,100,0.1,")).toBe(true);
  expect(second.startsWith('"a, b",1000,130,0.13,')).toBe(true);
  const at = head.split(",").indexOf("chance_to_beat_control");
  expect(Number(second.replace('"a, b"', "ab").split(",")[at])).toBeCloseTo(0.98216, 4);
});
