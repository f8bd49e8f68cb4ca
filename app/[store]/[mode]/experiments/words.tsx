"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { type StatusLook, type Tone, toneText } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { type Looks, lookOf } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import type { experimentStatuses } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { AuditFinding } from "./results/audit";
import type { Bounds } from "./results/measure";
import {
  asksFor,
  findingSentence,
  type NextStep,
  nextStepSentence,
  pValue,
  shortVerdict,
  verdictSentence,
} from "./results/sentences";
import type { ExperimentVerdict, Scale, VariantNames } from "./results/verdict";

const statuses: Looks<(typeof experimentStatuses)[number]> = {
  running: { tone: "success" },
  completed: { tone: "neutral" },
  draft: { tone: "warning", hollow: true },
};

export function toneOf(verdict: ExperimentVerdict): Tone {
  if (verdict.rule === "split") return "danger";
  if (verdict.rule === "decided") return verdict.way === "better" ? "success" : "warning";
  return verdict.rule === "flat" ? "info" : "neutral";
}

/** A tiny difference gets one significant digit, so that it is not shown as zero. */
function fine(value: number, { usual, small }: { usual: (value: number) => string; small: (value: number) => string }) {
  if (value === 0 || Math.abs(value) >= 0.0005) return usual(value);
  return `${value < 0 ? "−" : "+"}${small(Number(Math.abs(value * 100).toPrecision(1)))}`;
}

export function useExperimentWords() {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  return useMemo(() => {
    const absent = t("notComputable");
    const lift = (value: number) => fine(value, { usual: format.changeInColumn, small: format.percent });
    const points = (value: number) => fine(value, { usual: format.points, small: format.number });
    const called = (name: string, names: VariantNames) => {
      const label = names.get(name);
      return label === undefined ? name : t("called", { label, name });
    };
    const wordsFor = (names: VariantNames) => ({ t, format, called: (name: string) => called(name, names) });
    return {
      called,
      statusOf: ({ status = "", paused_at }: Pick<Experiment, "status" | "paused_at">): StatusLook =>
        status === "running" && paused_at
          ? { label: t("paused"), tone: "warning", hollow: true }
          : lookOf(statuses, status, (known) => t(`statuses.${known}`)),
      short: (verdict: ExperimentVerdict, names: VariantNames) => shortVerdict(verdict, names, t),
      sentence: (verdict: ExperimentVerdict, names: VariantNames) => verdictSentence(verdict, wordsFor(names)),
      nextStep: (verdict: ExperimentVerdict, names: VariantNames, more: NextStep) =>
        nextStepSentence(verdict, wordsFor(names), more),
      asks: (sentence: string, readOnly: boolean) => asksFor(sentence, readOnly, { t, format }),
      finding: (finding: AuditFinding, names: VariantNames) => findingSentence(finding, wordsFor(names)),
      p: (value: number | null) => (value === null ? absent : pValue(value, format)),
      ratio: (value: number | null) => (value === null ? absent : format.ratioInColumn(value)),
      value: (value: number | null, scale: Scale): string => {
        if (value === null) return absent;
        return scale === "lift" ? lift(value) : t("points", { points: points(value) });
      },
      bounds: ({ lower, upper }: Bounds, scale: Scale): string => {
        if (lower === null || upper === null) return absent;
        const [show, text] = scale === "lift" ? ([lift, "bounds"] as const) : ([points, "pointBounds"] as const);
        return t(text, { lower: show(lower), upper: show(upper) });
      },
      /** Labels of an axis have no unit, because the axis title states it. */
      tick: (scale: Scale) => (scale === "lift" ? format.change : points),
    };
  }, [t, format]);
}

export function VariantName({ name, names }: { name: string; names: VariantNames }) {
  const label = names.get(name);
  if (label === undefined) return name;
  return (
    <span className="wrap-anywhere">
      {label} <span className="font-normal text-muted">{name}</span>
    </span>
  );
}

export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-start gap-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 8 8"
        className={cn("mt-[calc(0.5lh-0.25rem)] size-2 shrink-0", toneText[tone])}
      >
        <circle cx="4" cy="4" r="4" fill="currentColor" />
      </svg>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </span>
  );
}
