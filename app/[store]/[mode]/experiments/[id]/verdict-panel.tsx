"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "@/components/ui/panel";
import type { Study } from "../results/study";
import { Mark, toneOf, useExperimentWords } from "../words";

type Props = { study: Study; progress?: ReactNode; next: string | null; children?: ReactNode };

export function VerdictPanel({ study: { verdict, names }, progress, next, children }: Props) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  return (
    <Panel title={t("panels.verdict")}>
      <p data-testid="verdict" className="max-w-prose text-lg font-medium text-pretty">
        <Mark tone={toneOf(verdict)}>{words.sentence(verdict, names)}</Mark>
      </p>
      {progress}
      {next !== null && (
        <>
          <h3 className="mt-3 font-semibold">{t("next.title")}</h3>
          <p data-testid="next" className="max-w-prose text-pretty">
            {next}
          </p>
        </>
      )}
      {children}
    </Panel>
  );
}
