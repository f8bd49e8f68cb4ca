import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { createFormat } from "@/lib/format";
import messages from "@/lib/i18n/messages/en/experiments.json";
import { axisOf, placeOn } from "../interval";
import { csvOf, detailsOf } from "./details";
import { nextStepSentence, shortVerdict, verdictSentence } from "./sentences";
import { estimateOf, leadOf, rankOf, type Study, studyOf } from "./study";
import { judge, rivalsOf } from "./verdict";

const results = (...counts: [name: string, visitors: number, conversions: number][]): ExperimentResults => ({
  experiment_id: "e",
  variants: counts.map(([name, visitors, conversions]) => ({ name, visitors, conversions })),
});
const study = (given: ExperimentResults, more: object = {}) => {
  const found = studyOf({ experiment: undefined, plan: undefined, results: given, ...more });
  if (!found) throw new Error("Nothing was read.");
  return found;
};

test("the planned split is a person's, otherwise the API's, otherwise equal shares", () => {
  const given = results(["control", 200, 60], ["variant_a", 100, 60]);
  const variants = [
    { name: "control", weight: 2 },
    { name: "variant_a", weight: 1 },
  ];
  const experiment = { id: "e", variants };
  const plan = { experiment: "e", names: null, effect: null, sample: null, changed_by: null, changed_at: null };
  expect(study(given).split).toEqual({ weights: [1, 1], from: "assumed" });
  expect(study(given, { experiment }).split).toEqual({ weights: [2, 1], from: "api" });
  const weights = [
    { name: "variant_a", weight: 3 },
    { name: "control", weight: 7 },
  ];
  expect(study(given, { experiment, plan: { ...plan, weights } }).split).toEqual({ weights: [7, 3], from: "person" });
  // Weights that were entered for other variants are ignored.
  const other = { ...plan, weights: [{ name: "b", weight: 1 }] };
  expect(study(given, { experiment, plan: other }).split.from).toBe("api");
});

test("a stored reading stands in for results and has no audit", () => {
  const snapshot = { taken_at: "", status: null, variants: results(["control", 1000, 100], ["b", 1000, 180]).variants };
  const kept = studyOf({ experiment: undefined, plan: undefined, results: undefined, snapshot });
  expect(kept?.verdict).toMatchObject({ rule: "decided", way: "better", arm: "b" });
  expect(kept?.findings).toBeNull();
  expect(studyOf({ experiment: undefined, plan: undefined, results: undefined })).toBeNull();
});

test("a list shows the variant that the verdict names, otherwise the one that is ahead", () => {
  expect(leadOf(study(results(["control", 1000, 200], ["a", 1000, 100], ["b", 1000, 90])))?.name).toBe("a");
  expect(leadOf(study(results(["control", 1000, 100], ["a", 1000, 104], ["b", 1000, 106])))?.name).toBe("b");
});

test("a list says “yet” of a running experiment without a clear result, and lists the completed ones before it", () => {
  const t = createTranslator({ locale: "en", messages: { experiments: messages }, namespace: "experiments" }) as never;
  const found = (status: string, conversions = 110) =>
    study(results(["control", 1000, 100], ["a", 1000, conversions]), { experiment: { id: "e", status } });
  const [running, completed] = [found("running"), found("completed")];
  expect(shortVerdict(running.verdict, running.names, t)).toBe("No clear difference yet");
  expect(shortVerdict(completed.verdict, completed.names, t)).toBe("No clear difference");
  const ranks = [found("running", 300), completed, running, found("running", 3), null].map(rankOf);
  expect([...new Set(ranks)].sort((a, b) => a - b)).toEqual(ranks);
});

test("an experiment with a broken split has no estimate", () => {
  const [whole, broken] = [1000, 1300].map((visitors) => study(results(["control", 1000, 100], ["a", visitors, 300])));
  for (const scale of ["lift", "points"] as const) {
    expect(estimateOf(whole as Study, scale)?.value).toBeGreaterThan(0);
    expect(estimateOf(broken as Study, scale)).toBeUndefined();
  }
});

test.each(["lift", "points"] as const)("the axis of %s contains zero, round steps and every value", (scale) => {
  for (const [x0, x1, n] of [
    [100, 130, 1000],
    [1, 9, 20],
    [500, 20, 1000],
    [10_000_000, 10_001_000, 100_000_000],
  ] as const) {
    const estimates = study(results(["control", n, x0], ["a", n, x1])).comparisons.map(({ on }) => on[scale]);
    const axis = axisOf(estimates, scale);
    const value = estimates[0]?.value as number;
    expect(axis.ticks).toContain(0);
    expect(axis.ticks.length, `${x0} ${x1} ${n}`).toBeLessThan(10);
    expect(axis.from).toBeLessThanOrEqual(Math.max(-1, value));
    expect(axis.to).toBeGreaterThanOrEqual(Math.min(5, value));
    expect(placeOn(axis, axis.to)).toBe(100);
  }
});

test("one very wide interval leaves the other comparisons readable on their axis", () => {
  const narrow = { value: 0.02, lower: -0.01, upper: 0.05 };
  const axis = axisOf([narrow, narrow, narrow, { value: 0.1, lower: -0.9, upper: 4 }], "lift");
  expect(placeOn(axis, narrow.upper) - placeOn(axis, narrow.lower)).toBeGreaterThan(10);
  expect(axisOf([], "points").ticks).toContain(0);
});

test("there are no intervals while a variant has fewer than 50 conversions", () => {
  const bounds = (...given: Parameters<typeof results>) =>
    study(results(...given)).comparisons.map(({ decided, on }) => [decided, on.lift.lower, on.points.upper]);
  expect(bounds(["control", 1000, 49], ["a", 1000, 300])).toEqual([[false, null, null]]);
  expect(bounds(["control", 1000, 50], ["a", 1000, 300])).toEqual([[true, expect.any(Number), expect.any(Number)]]);
});

test("a variant without visitors has no rate to compare", () => {
  const given = results(["control", 1000, 100], ["a", 0, 0]);
  const [one] = study(given).comparisons;
  expect([one?.on.lift.value, one?.on.points.value]).toEqual([null, null]);
});

test("of 100,000 random experiments, an interval excludes zero exactly where the verdict says better or worse", {
  tags: "long",
}, () => {
  let state = 20_261_124;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const side = ({ lower, upper }: { lower: number | null; upper: number | null }) =>
    lower === null || upper === null ? null : lower > 0 ? "better" : upper < 0 ? "worse" : "open";
  const told = { better: 0, worse: 0, open: 0 };
  for (let run = 0; run < 100_000; run++) {
    const visitors = Math.ceil(400 + random() * 20_000);
    const rate = 0.05 + random() * 0.3;
    const arms = Array.from({ length: 2 + (run % 3) }, (_, at) => ({
      name: at === 0 ? "control" : `v${at}`,
      visitors,
      conversions: Math.round(visitors * rate * (0.8 + random() * 0.4)),
    }));
    const verdict = judge({ arms, split: { weights: arms.map(() => 1), from: "api" } });
    if (verdict.rule === "early") continue;
    const rivals = rivalsOf(arms, arms[0] as (typeof arms)[number]);
    const sides = rivals.map(({ on, decided, lift }) => {
      const found = decided ? ((lift ?? 0) > 0 ? "better" : "worse") : "open";
      if (side(on.lift) !== found || side(on.points) !== found) expect.fail(JSON.stringify(arms));
      told[found]++;
      return found;
    });
    const isDecided = sides.includes("better") || sides.every((one) => one === "worse");
    if (isDecided !== (verdict.rule === "decided")) expect.fail(JSON.stringify([arms, verdict]));
    if (verdict.rule === "decided" && !sides.includes(verdict.way)) expect.fail(JSON.stringify([arms, verdict]));
  }
  for (const count of Object.values(told)) expect(count).toBeGreaterThan(10_000);
});

test("the file and each sentence contain the merchant's names of variants with the technical names", () => {
  const names = [
    { name: "control", label: "Words only" },
    { name: "a", label: "Picture instead of words" },
  ];
  const plan = {
    experiment: "e",
    names,
    weights: null,
    effect: null,
    sample: null,
    changed_by: null,
    changed_at: null,
  };
  const given = results(["control", 2068, 183], ["a", 2026, 240]);
  const found = study(given, { plan });
  const t = createTranslator({ locale: "en", messages: { experiments: messages }, namespace: "experiments" }) as never;
  const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });
  const called = (name: string) => `“${found.names.get(name)}” (${name})`;
  expect(verdictSentence(found.verdict, { t, format, called })).toBe(
    "“Picture instead of words” (a) is better than “Words only” (control): its conversion rate is 33.9% higher.",
  );
  const next = (more: object) =>
    nextStepSentence(found.verdict, { t, format, called }, { over: false, control: "control", days: null, ...more });
  expect(next({ over: true })).toBe("Show “Picture instead of words” (a) to all visitors.");
  const here = "Show “Picture instead of words” (a) to all visitors, and end the experiment.";
  expect(next({ ends: true })).toBe(here);
  expect(next({ ends: true, readOnly: true })).toBe(`${here} A merchant or an owner can do this.`);
  expect(next({ readOnly: true })).toBe(here.replace("experiment.", "experiment in your checkout service."));
  expect(csvOf(found, given)).toContain("a,Picture instead of words,2026,");
});

test("the file contains each variant with all digits and no formulas", () => {
  const given = results(["=control", 1000, 100], ["a, b", 1000, 130]);
  const found = study(given);
  const [head = "", first = "", second = ""] = csvOf(found, given).split("\r\n");
  expect(first.startsWith("'=control,,1000,100,0.1,")).toBe(true);
  expect(second.startsWith('"a, b",,1000,130,0.13,')).toBe(true);
  const figure = (name: string) => Number(second.replace('"a, b"', "ab").split(",")[head.split(",").indexOf(name)]);
  expect(figure("chance_to_beat_control")).toBeCloseTo(0.98216, 4);
  expect(figure("p")).toBeCloseTo(0.03549, 4);
  expect(figure("p_holm")).toBe(figure("p"));
  expect(figure("fixed_lower")).toBeCloseTo(0.01698, 4);
  expect(figure("fixed_upper")).toBeCloseTo(0.66178, 4);
});

test("nothing is believed of a variant that nobody has seen", () => {
  const nothing = { best: null, beats: null, loss: null };
  const none = detailsOf(study(results(["control", 0, 0], ["a", 0, 0])));
  expect([...none.values()]).toMatchObject([nothing, nothing]);
  const some = detailsOf(study(results(["control", 100, 10], ["a", 100, 10], ["b", 0, 0])));
  expect(some.get("a")).toMatchObject({ best: null, beats: expect.closeTo(0.5, 6) });
  expect(some.get("b")).toMatchObject(nothing);
});
