import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { createFormat } from "@/lib/format";
import messages from "@/lib/i18n/messages/en/experiments.json";
import { verdictSentence } from "./sentences";
import { judge, type Situation, type Split } from "./verdict";

const t = createTranslator({ locale: "en", messages: { experiments: messages }, namespace: "experiments" }) as never;
const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });

const names = ["control", "variant_a", "variant_b", "variant_c"];
type Counts = readonly (readonly [conversions: number, visitors: number, name?: string])[];
const equal: Split = { weights: [], from: "assumed" };

function say(counts: Counts | null, more: Partial<Omit<Situation, "split">> & { split?: Partial<Split> } = {}) {
  const { split, ...facts } = more;
  const arms = counts?.map(([conversions, visitors, name], at) => ({
    name: name ?? (names[at] as string),
    visitors,
    conversions,
  }));
  const weights = split?.weights ?? arms?.map(() => 1) ?? [];
  return verdictSentence(
    judge({ status: "running", ...facts, arms: arms ?? null, split: { ...equal, ...split, weights } }),
    { t, format, called: (name) => name },
  );
}

const inThousands = (...conversions: number[]): Counts => conversions.map((count) => [count, 1000]);
const planned = { from: "person" } as const;

describe("nothing to judge", () => {
  test.each<[string, Counts | null, object, string]>([
    [
      "no usable counts",
      null,
      {},
      "The checkout service reports no usable counts of visitors and conversions, so there is nothing to judge.",
    ],
    ["no variants", [], {}, "The checkout service reports no variants, so there is nothing to judge."],
    ["a draft without variants", [], { status: "draft" }, "This experiment has not started yet."],
    [
      "a draft",
      [
        [0, 0],
        [0, 0],
      ],
      { status: "draft" },
      "This experiment has not started yet.",
    ],
    ["one variant", [[10, 100]], {}, "There is only one variant, so there is nothing to compare it with."],
  ])("%s", (_, counts, more, sentence) => expect(say(counts, more)).toBe(sentence));
});

const brokenIf =
  "If each variant was meant to get the same share, the visitors are not split as planned, and the numbers cannot be used.";
const broken =
  "The visitors are not split as planned. They are assigned or counted incorrectly, so the numbers cannot be used.";

describe("an invalid split comes before everything", () => {
  test.each<[string, Counts, object, string]>([
    [
      "against equal shares that are only assumed",
      [
        [100, 1000],
        [100, 1200],
      ],
      {},
      brokenIf,
    ],
    [
      "against shares that a person entered",
      [
        [100, 1000],
        [100, 1200],
      ],
      { split: planned },
      broken,
    ],
    [
      "against shares that the API tells",
      [
        [100, 1000],
        [100, 1200],
      ],
      { split: { from: "api" } },
      broken,
    ],
    [
      "a little beyond one in a thousand",
      [
        [100, 1000],
        [100, 1157],
      ],
      { split: planned },
      broken,
    ],
    [
      "before too few conversions",
      [
        [3, 1000],
        [4, 1300],
      ],
      { split: planned },
      broken,
    ],
    [
      "before a clear winner",
      [
        [100, 1000],
        [300, 1300],
      ],
      { split: planned },
      broken,
    ],
    [
      "in a completed experiment",
      [
        [100, 1000],
        [300, 1300],
      ],
      { split: planned, status: "completed" },
      broken,
    ],
    [
      "a variant that nobody saw",
      [
        [100, 1000],
        [0, 0],
      ],
      { split: planned },
      broken,
    ],
    [
      "an even split where two to one was planned",
      [
        [100, 1000],
        [100, 1000],
      ],
      { split: { weights: [2, 1], ...planned } },
      broken,
    ],
    [
      "of three",
      [
        [100, 1000],
        [100, 1000],
        [90, 800],
      ],
      {},
      brokenIf,
    ],
  ])("%s", (_, counts, more, sentence) => expect(say(counts, more)).toBe(sentence));
});

describe("it is too early for a verdict", () => {
  test.each<[string, Counts, object, string]>([
    [
      "before anybody came",
      [
        [0, 0],
        [0, 0],
      ],
      {},
      "It is too early for a verdict: control has no conversions so far, and each variant needs 50.",
    ],
    [
      "one conversion",
      [
        [1, 20],
        [2, 20],
      ],
      {},
      "It is too early for a verdict: control has 1 conversion so far, and each variant needs 50.",
    ],
    [
      "the arm with the fewest is named",
      [
        [70, 700],
        [49, 700],
      ],
      {},
      "It is too early for a verdict: variant_a has 49 conversions so far, and each variant needs 50.",
    ],
    [
      "also where it looks decided",
      [
        [49, 1000],
        [200, 1000],
      ],
      {},
      "It is too early for a verdict: control has 49 conversions so far, and each variant needs 50.",
    ],
    [
      "a split that is odd, and may be chance",
      [
        [40, 1000],
        [40, 1100],
      ],
      {},
      "It is too early for a verdict: control has 40 conversions so far, and each variant needs 50.",
    ],
    [
      "a split as planned, two to one",
      [
        [40, 2000],
        [40, 1000],
      ],
      { split: { weights: [2, 1] } },
      "It is too early for a verdict: control has 40 conversions so far, and each variant needs 50.",
    ],
    [
      "one of twelve",
      [...Array.from({ length: 11 }, (_, n) => [90, 900, `v${n}`] as const), [12, 900, "v11"]],
      {},
      "It is too early for a verdict: v11 has 12 conversions so far, and each variant needs 50.",
    ],
    [
      "once it is over",
      [
        [12, 300],
        [20, 300],
      ],
      { status: "completed" },
      "The experiment ended too early: control has 12 conversions, and each variant needs 50.",
    ],
    [
      "short of the planned visitors",
      inThousands(100, 110),
      { sample: 5000 },
      "It is too early for a verdict: control has 1,000 of its 5,000 planned visitors, and the variants do not differ clearly yet.",
    ],
    [
      "ended short of the planned visitors",
      inThousands(100, 110),
      { sample: 5000, status: "completed" },
      "The experiment ended too early: control had 1,000 of its 5,000 planned visitors, and the variants did not differ clearly.",
    ],
  ])("%s", (_, counts, more, sentence) => expect(say(counts, more)).toBe(sentence));
});

describe("the experiment is decided", () => {
  test.each<[string, Counts, object, string]>([
    ["better", inThousands(100, 180), {}, "variant_a is better than control: its conversion rate is 80% higher."],
    [
      "better, before the planned visitors are there",
      inThousands(100, 180),
      { sample: 5000 },
      "variant_a is better than control: its conversion rate is 80% higher.",
    ],
    [
      "better, and over",
      inThousands(100, 180),
      { status: "completed" },
      "variant_a is better than control: its conversion rate is 80% higher.",
    ],
    ["worse", inThousands(180, 100), {}, "variant_a is worse than control: its conversion rate is 44.4% lower."],
    [
      "the best of two that are better",
      inThousands(100, 180, 200),
      {},
      "variant_b is better than control: its conversion rate is 100% higher. One more variant is better than control, too.",
    ],
    [
      "the best of three that are better",
      inThousands(100, 200, 190, 210),
      {},
      "variant_c is better than control: its conversion rate is 110% higher. 2 more variants are better than control, too.",
    ],
    [
      "one better, one worse",
      inThousands(150, 250, 70),
      {},
      "variant_a is better than control: its conversion rate is 66.7% higher.",
    ],
    ["all worse", inThousands(200, 100, 90), {}, "All 2 variants are worse than control."],
    [
      "the first arm is the control where none is named so",
      [
        [100, 1000, "old"],
        [180, 1000, "new"],
      ],
      {},
      "new is better than old: its conversion rate is 80% higher.",
    ],
    [
      "the control is the one named so, wherever it stands",
      [
        [180, 1000, "b"],
        [100, 1000, "control"],
      ],
      {},
      "b is better than control: its conversion rate is 80% higher.",
    ],
    [
      "everybody converts, and half do",
      [
        [500, 1000],
        [1000, 1000],
      ],
      {},
      "variant_a is better than control: its conversion rate is 100% higher.",
    ],
    [
      "over a hundred million visitors",
      [
        [10_000_000, 100_000_000],
        [10_200_000, 100_000_000],
      ],
      {},
      "variant_a is better than control: its conversion rate is 2% higher.",
    ],
  ])("%s", (_, counts, more, sentence) => expect(say(counts, more)).toBe(sentence));
});

const open = "The variants do not differ clearly yet. The smallest rise that this many visitors can show is";
const toFind = "To find a change of 10% with 80% certainty, each variant needs";

describe("the experiment is not decided", () => {
  test.each<[string, Counts, object, string]>([
    [
      "flat",
      [
        [2000, 20_000],
        [2010, 20_000],
      ],
      {},
      "There is no difference that matters: a change of 10% would have been found with 90.4% certainty, and none was found.",
    ],
    [
      "flat, also where it is over",
      [
        [2000, 20_000],
        [2010, 20_000],
      ],
      { status: "completed" },
      "There is no difference that matters: a change of 10% would have been found with 90.4% certainty, and none was found.",
    ],
    [
      "flat for a large effect only",
      inThousands(100, 104),
      { effect: 0.5 },
      "There is no difference that matters: a change of 50% would have been found with 92.3% certainty, and none was found.",
    ],
    [
      "not flat for a small one",
      [
        [2000, 20_000],
        [2010, 20_000],
      ],
      { effect: 0.02 },
      `${open} +8.6%. To find a change of 2% with 80% certainty, each variant needs 336,335 more visitors.`,
    ],
    ["inconclusive", inThousands(100, 110), {}, `${open} +40.7%. ${toFind} 13,751 more visitors.`],
    [
      "inconclusive, though a plain p-value would call it",
      inThousands(100, 131),
      {},
      `${open} +40.7%. ${toFind} 13,751 more visitors.`,
    ],
    [
      "inconclusive, with the planned visitors there",
      inThousands(100, 110),
      { sample: 1000 },
      `${open} +40.7%. ${toFind} 13,751 more visitors.`,
    ],
    [
      "ended without an answer",
      inThousands(100, 110),
      { status: "completed" },
      "The experiment ended without a clear result. The smallest rise that this many visitors can show is +40.7%. To find a change of 10% with 80% certainty, each variant would have needed 13,751 more visitors.",
    ],
    [
      "an effect beyond all rates",
      [
        [800, 1000],
        [810, 1000],
      ],
      { effect: 0.5 },
      `${open} +6%.`,
    ],
    [
      "everybody converts",
      [
        [60, 60],
        [60, 60],
      ],
      {},
      "The variants do not differ clearly yet. This many visitors cannot show any rise.",
    ],
    [
      "hardly any room above",
      [
        [59, 60],
        [60, 60],
      ],
      {},
      "The variants do not differ clearly yet. This many visitors cannot show any rise.",
    ],
    [
      "one is worse already",
      inThousands(150, 145, 70),
      {},
      `${open} +31.6%. ${toFind} 8,257 more visitors. variant_b is already known to be worse.`,
    ],
    [
      "two are worse already",
      inThousands(150, 145, 60, 60),
      {},
      `${open} +31.6%. ${toFind} 8,257 more visitors. variant_b and variant_c are already known to be worse.`,
    ],
    [
      "Holm's correction takes back what one comparison alone would decide",
      inThousands(100, 150, 100, 100),
      {},
      `${open} +40.7%. ${toFind} 13,751 more visitors.`,
    ],
    [
      "and alone it is decided",
      inThousands(100, 150),
      {},
      "variant_a is better than control: its conversion rate is 50% higher.",
    ],
  ])("%s", (_, counts, more, sentence) => expect(say(counts, more)).toBe(sentence));
});
