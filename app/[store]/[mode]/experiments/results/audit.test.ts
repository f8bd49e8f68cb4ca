import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { createFormat } from "@/lib/format";
import messages from "@/lib/i18n/messages/en/experiments.json";
import { auditNumbers, isContradiction } from "./audit";
import { findingSentence } from "./sentences";

const t = createTranslator({ locale: "en", messages: { experiments: messages }, namespace: "experiments" }) as never;
const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });

type Variant = ExperimentResults["variants"][number];
const control: Variant = { name: "control", visitors: 2000, conversions: 100, conversion_rate: 0.05 };
const variant: Variant = {
  name: "variant_a",
  visitors: 2000,
  conversions: 160,
  conversion_rate: 0.08,
  lift: 0.6,
  p_value: 0.000117,
};
const results = (
  change: Partial<Variant> = {},
  more: Partial<ExperimentResults> = {},
  first: Partial<Variant> = {},
) => ({
  experiment_id: "e",
  variants: [
    { ...control, ...first },
    { ...variant, ...change },
  ],
  ...more,
});
const words = { t, format, called: (name: string) => name };
const odd = (...given: Parameters<typeof results>) =>
  auditNumbers(results(...given))
    .filter(isContradiction)
    .map((finding) => findingSentence(finding, words));

test("an agreeing statistic is reported with both numbers", () => {
  const findings = auditNumbers(results());
  expect(findings.filter(isContradiction)).toEqual([]);
  expect(findings.map((finding) => findingSentence(finding, words))).toEqual([
    "Lift of variant_a: the checkout service reports 0.6, and its counts give +60%.",
    "p-value of variant_a: the checkout service reports 0.000117, and its counts give 0.0001 (pooled z).",
  ]);
});

test.each<[string, Parameters<typeof results>, string[]]>([
  ["rounded numbers", [{ lift: 0.6, conversion_rate: 0.08 }], []],
  ["the same test with another formula", [{ p_value: 0.00012 }], []],
  [
    "a rate in percent",
    [{ conversion_rate: 8 }, {}, { conversion_rate: 5 }],
    [
      "Rate of control: the reported 5 is a percentage, but the specification asks for a ratio. The counts give 0.05.",
      "Rate of variant_a: the reported 8 is a percentage, but the specification asks for a ratio. The counts give 0.08.",
    ],
  ],
  [
    "another rate",
    [{ conversion_rate: 0.12 }],
    ["Rate of variant_a: the checkout service reports 0.12, but its own counts give 0.08."],
  ],
  [
    "a lift in percent",
    [{ lift: 60 }],
    [
      "Lift of variant_a: the reported 60 is a percentage, but the specification asks for a ratio. The counts give +60%.",
    ],
  ],
  [
    "a lift as a difference",
    [{ lift: 0.03 }],
    ["Lift of variant_a: the reported 0.03 is the difference of the rates, not the lift. The lift is +60%."],
  ],
  [
    "a lift in points",
    [{ lift: 3 }],
    ["Lift of variant_a: the reported 3 is the difference in percentage points, not the lift. The lift is +60%."],
  ],
  [
    "another lift",
    [{ lift: 0.9 }],
    ["Lift of variant_a: the checkout service reports 0.9, but its own counts give +60%."],
  ],
  [
    "another p",
    [{ p_value: 0.04 }],
    ["p-value of variant_a: the checkout service reports 0.04, but its own counts give 0.0001 (pooled z)."],
  ],
  [
    "a confidence for a p",
    [{ p_value: 0.9999 }],
    ["p-value of variant_a: the reported 0.9999 is the confidence, not the p-value. The p-value is 0.0001 (pooled z)."],
  ],
  ["a winner that has won", [{}, { winner: "variant_a", status: "significant" }], []],
  [
    "a winner that lost",
    [{}, { winner: "control" }],
    ["The checkout service reports control as the winner, but the conversion rate of variant_a is higher."],
  ],
  [
    "a winner that is none",
    [{}, { winner: "variant_z" }],
    ["The checkout service reports variant_z as the winner, but there is no such variant."],
  ],
  [
    "a winner before anything is decided",
    [{ conversions: 110, conversion_rate: 0.055, lift: 0.1, p_value: 0.48 }, { winner: "variant_a" }],
    ["The checkout service reports variant_a as the winner, but the always-valid test does not show that yet."],
  ],
  [
    "significance that its counts deny",
    [{ conversions: 110, conversion_rate: 0.055, lift: 0.1, p_value: 0.48 }, { status: "significant" }],
    ["The checkout service reports the result as significant, but the smallest p-value of its own counts is 0.478."],
  ],
  [
    "more conversions than visitors",
    [{ conversions: 2001 }],
    [
      "The counts of variant_a cannot be used: visitors or conversions are missing, or there are more conversions than visitors.",
    ],
  ],
  [
    "nobody at all",
    [{ visitors: 0, conversions: 0, conversion_rate: 0, lift: 0, p_value: 1 }, {}, { visitors: 0, conversions: 0 }],
    [],
  ],
])("%s", (_, given, sentences) => expect(odd(...given)).toEqual(sentences));

test("a statistic that the API leaves out is computed and is no contradiction", () => {
  const { lift: _lift, p_value: _p, ...bare } = variant;
  const findings = auditNumbers({ experiment_id: "e", variants: [control, bare] });
  expect(findings.some(isContradiction)).toBe(false);
  expect(findings.map((finding) => findingSentence(finding, words))).toEqual([
    "Lift of variant_a: not reported. The counts give +60%.",
    "p-value of variant_a: not reported. The counts give 0.0001 (pooled z).",
  ]);
});
