"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { Study } from "../results/study";
import { rules, type Verdict } from "../results/verdict";
import { Mark, toneOf, useExperimentWords } from "../words";

type Props = { study: Study; over: boolean; days: number | null; onEnterSplit: (() => void) | undefined };

export function VerdictPanel({ study: { verdict, names, control }, over, days, onEnterSplit }: Props) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  return (
    <Panel title={t("panels.verdict")}>
      <p data-testid="verdict" className="max-w-prose text-lg font-medium text-pretty">
        <Mark tone={toneOf(verdict)}>{words.sentence(verdict, names)}</Mark>
      </p>
      <h3 className="mt-3 font-semibold">{t("next.title")}</h3>
      <p data-testid="next" className="max-w-prose text-pretty">
        {words.nextStep(verdict, names, { over, days, control: control?.name ?? "" })}
      </p>
      {onEnterSplit && (
        <Button size="sm" className="mt-2 print:hidden" onClick={onEnterSplit}>
          {t("next.enterSplit")}
        </Button>
      )}
    </Panel>
  );
}

export function RulesPanel({ verdict }: { verdict: Verdict }) {
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
            {t(`rules.${rule}`)}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
