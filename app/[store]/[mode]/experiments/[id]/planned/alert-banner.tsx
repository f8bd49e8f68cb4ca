"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { useDesk } from "@/lib/api/desk";
import { guardrails } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { isOneOf } from "@/lib/words";
import type { Names } from "../../results/verdict";
import { useExperimentWords } from "../../words";
import type { useControls } from "./use-controls";

type Props = { experiment: Experiment; names: Names; controls: ReturnType<typeof useControls> };

/** What the service noticed by itself, or that somebody paused the experiment. */
export function AlertBanner({ experiment: { alert, paused_at, status }, names, controls }: Props) {
  const t = useTranslations("plannedExperiments.alerts");
  const { format } = useDesk();
  const words = useExperimentWords();
  if (status === "draft" && alert) {
    return (
      <Banner tone="danger" live={false} title={t("notStarted", { at: format.dateTime(alert.at) })}>
        {t("notStartedMeans")}
      </Banner>
    );
  }
  if (status !== "running" || (!alert && !paused_at)) return null;
  const at = (time: string) => format.dateTime(time);
  const resume = paused_at && controls.may && (
    <Button size="sm" pending={controls.pending} onClick={() => controls.setPaused(false)}>
      {t("resume")}
    </Button>
  );
  if (!alert) {
    return (
      <Banner tone="warning" live={false} title={t("paused", { at: at(paused_at ?? "") })} action={resume}>
        {t("pausedMeans")}
      </Banner>
    );
  }
  const { kind, variant = "" } = alert;
  const what =
    kind === "split" || isOneOf(guardrails, kind)
      ? t(`kinds.${kind}`, { variant: words.called(variant, names) })
      : kind;
  const byRule = alert.paused && paused_at;
  return (
    <Banner
      tone="danger"
      live={false}
      title={t(byRule ? "pausedByRule" : kind === "split" ? "split" : "broken", { at: at(alert.at) })}
      action={resume}
    >
      {format.join([what, byRule ? t("resumeMeans") : paused_at ? t("pausedMeans") : ""])}
    </Banner>
  );
}
