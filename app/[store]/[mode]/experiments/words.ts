"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Tone } from "@/components/ui/badge";
import { useDesk } from "@/lib/api/desk";
import { experimentStatuses } from "@/lib/contract/checkout/experiment-words";
import type { Format } from "@/lib/format";
import type { Finding } from "./audit";
import { findingSentence, pValue, verdictSentence } from "./sentences";
import type { Bounds } from "./study";
import type { Verdict } from "./verdict";

const statuses = {
  running: { tone: "success", hollow: false },
  completed: { tone: "neutral", hollow: false },
  draft: { tone: "warning", hollow: true },
} as const;

export function toneOf(verdict: Verdict): Tone {
  if (verdict.rule === "split") return "danger";
  if (verdict.rule === "decided") return verdict.way === "better" ? "success" : "warning";
  return verdict.rule === "flat" ? "info" : "neutral";
}

/** Small differences are what experiments are about: two digits of them. */
function points(value: number, format: Format): string {
  return Math.abs(value) >= 0.001 || value === 0
    ? format.points(value)
    : `${value < 0 ? "−" : "+"}${format.number(Number(Math.abs(value * 100).toPrecision(1)))}`;
}

export function useExperimentWords() {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  return useMemo(() => {
    const absent = t("notComputable");
    const change = (value: number | null) => (value === null ? absent : format.changeInColumn(value));
    return {
      status: (status: string): { label: string; tone: Tone; hollow?: boolean } => {
        const known = experimentStatuses.find((word) => word === status);
        return known ? { label: t(`statuses.${known}`), ...statuses[known] } : { label: status, tone: "neutral" };
      },
      short: (verdict: Verdict): string => {
        if (verdict.rule === "decided") return t(`short.${verdict.way}`, { arm: verdict.arm });
        if (verdict.rule === "nothing" && verdict.why === "not_started") return t("short.not_started");
        return t(`short.${verdict.rule}`);
      },
      sentence: (verdict: Verdict) => verdictSentence(verdict, { t, format }),
      finding: (finding: Finding) => findingSentence(finding, { t, format }),
      change,
      p: (value: number | null) => (value === null ? absent : pValue(value, format)),
      ratio: (value: number | null) => (value === null ? absent : format.ratioInColumn(value)),
      /** Of a lift: no rate can fall by more than all of it. */
      bounds: ({ lower, upper }: Bounds) =>
        lower === null || upper === null
          ? absent
          : t("bounds", { lower: change(Math.max(-1, lower)), upper: change(upper) }),
      /** Of a difference of rates, in percentage points. */
      points: ({ lower, upper }: Bounds) =>
        lower === null || upper === null
          ? absent
          : t("pointBounds", { lower: points(lower, format), upper: points(upper, format) }),
    };
  }, [t, format]);
}
