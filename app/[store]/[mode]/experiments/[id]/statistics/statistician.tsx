"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentMetric } from "@/lib/contract/checkout/experiment-words";
import { openedParts } from "../../reads";
import { type AuditFinding, isContradiction } from "../../results/audit";
import { isAmount } from "../../results/measure";
import { type ExperimentVerdict, rules, type VariantNames } from "../../results/verdict";
import { useExperimentWords } from "../../words";

const part = "statistics";

/** Remembers whether this person keeps the statistics open; if that cannot be stored, it holds for this visit. */
export function useStatistician() {
  const context = useDesk();
  const { personal } = context.desk;
  const kept = useQuery(openedParts(context));
  const put = useMutation(personal.put.mutation());
  const forget = useMutation(personal.delete.mutation());
  const [chosen, setChosen] = useState<boolean>();
  const params = { kind: "opened" as const };
  return {
    open: chosen ?? kept.data?.data.some(({ id }) => id === part) ?? false,
    setOpen: (open: boolean) => {
      setChosen(open);
      if (open) put.mutate({ params, body: { id: part } });
      else forget.mutate({ params, query: { id: part } });
    },
  };
}

type Props = ReturnType<typeof useStatistician> & { contradictions: number; planned?: boolean; children: ReactNode };

/** A merchant can act on the verdict without these statistics. */
export function Statistician({ open, setOpen, contradictions, planned = false, children }: Props) {
  const t = useTranslations("experiments.statistician");
  return (
    <Disclosure
      open={open}
      onOpenChange={setOpen}
      className="min-w-0"
      summaryClass="rounded-lg border border-line bg-surface px-4 py-3 font-semibold hover:bg-hover"
      summary={
        <>
          {t("title")}
          <span className="ms-2 font-normal text-muted">{t("about")}</span>
          {contradictions > 0 && (
            <span className="ms-2 inline-flex items-center gap-1 font-normal">
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
              {t("contradictions", { count: contradictions })}
            </span>
          )}
        </>
      }
    >
      <div className="mt-5 grid gap-5">
        {children}
        <Method of={planned ? plannedMethods : methods} />
      </div>
    </Disclosure>
  );
}

const methods = ["counts", "always", "fixed", "holm", "split", "beliefs", "power"] as const;
const plannedMethods = ["plannedCounts", "plannedAlways", "means", "holm", "split", "beliefs", "plannedPower"] as const;

/** The method is explained for readers of a printed page who want to check the statistics. */
function Method({ of }: { of: readonly (typeof methods | typeof plannedMethods)[number][] }) {
  const t = useTranslations("experiments");
  return (
    <Panel title={t("panels.method")}>
      <ul className="grid max-w-prose gap-1.5 text-sm text-muted text-pretty">
        {of.map((method) => (
          <li key={method}>{t(`method.${method}`)}</li>
        ))}
      </ul>
    </Panel>
  );
}

const most = 4;

export function AuditPanel({ findings, names }: { findings: readonly AuditFinding[]; names: VariantNames }) {
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

export function RulesPanel({ verdict, metric }: { verdict: ExperimentVerdict; metric: ExperimentMetric }) {
  const t = useTranslations("experiments");
  return (
    <Panel title={t("panels.rules")} description={t("rulesAbout")}>
      <ol data-testid="rules" className="grid max-w-prose gap-1 ps-4 text-sm [list-style:decimal]">
        {rules.map((rule) => (
          <li
            key={rule}
            aria-current={rule === verdict.rule || undefined}
            className={rule === verdict.rule ? "font-semibold" : "text-muted"}
          >
            {t(rule === "early" && isAmount(metric) ? "rules.earlyAmount" : `rules.${rule}`)}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
