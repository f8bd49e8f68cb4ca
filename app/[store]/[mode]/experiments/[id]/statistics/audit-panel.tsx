"use client";

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import type { Names } from "../../results/arms";
import { type Finding, isContradiction } from "../../results/audit";
import { useExperimentWords } from "../../words";

const most = 4;

export function AuditPanel({ findings, names }: { findings: readonly Finding[]; names: Names }) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  // Several variants without a p-value are one finding.
  const missing = findings.filter(({ kind }) => kind === "missing").length;
  const told = missing > most ? findings.filter(({ kind }) => kind !== "missing") : findings;
  const sorted = [...told].sort((a, b) => Number(isContradiction(b)) - Number(isContradiction(a)));
  const odd = findings.filter(isContradiction).length;
  return (
    <Panel title={t("panels.audit")} description={t(odd > 0 ? "auditOdd" : "auditFine", { count: odd })}>
      <ul data-testid="audit" className="grid gap-1.5 text-sm">
        {sorted.map((finding) => {
          const sentence = words.finding(finding, names);
          return (
            <li key={sentence} className="flex items-start gap-2">
              {isContradiction(finding) ? (
                <TriangleAlert aria-label={t("odd")} className="mt-0.5 size-4 shrink-0 text-warning" />
              ) : finding.kind === "agrees" ? (
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              ) : (
                <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              )}
              <span className="min-w-0 wrap-anywhere">{sentence}</span>
            </li>
          );
        })}
        {missing > most && (
          <li className="flex items-start gap-2">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {t("auditMissing", { count: missing })}
          </li>
        )}
      </ul>
    </Panel>
  );
}
