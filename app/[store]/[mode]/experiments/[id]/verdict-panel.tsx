"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Panel } from "@/components/ui/panel";
import { Mark } from "../mark";
import { rules, type Verdict } from "../verdict";
import { toneOf, useExperimentWords } from "../words";

/** What to think of it, and why just that. */
export function VerdictPanel({ verdict }: { verdict: Verdict }) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  return (
    <Panel title={t("panels.verdict")} aside={<Help of="alwaysValid" label={t("panels.verdict")} />}>
      <p data-testid="verdict" className="max-w-prose text-lg font-medium text-pretty">
        {words.sentence(verdict)}
      </p>
      <p data-testid="rule" className="mt-2 text-sm text-muted">
        <Mark tone={toneOf(verdict)}>{t("firedRule", { rule: t(`rules.${verdict.rule}`) })}</Mark>
      </p>
      <details className="mt-2 text-sm print:hidden">
        <summary className="w-fit cursor-pointer py-1 text-accent underline-offset-3 hover:underline">
          {t("howDecided")}
        </summary>
        <ol className="mt-1 grid max-w-prose gap-1 ps-4 [list-style:decimal]">
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
      </details>
    </Panel>
  );
}
