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
import type { useControls } from "./experiment-actions";

type Props = { experiment: Experiment; names: Names; controls: ReturnType<typeof useControls> };

/** What the service noticed by itself, or that somebody paused the experiment. */
export function AlertBanner({ experiment: { alert, paused_at, status }, names, controls }: Props) {
  const t = useTranslations("plannedExperiments.alerts");
  const { format } = useDesk();
  const words = useExperimentWords();
  const draft = status === "draft";
  if (draft ? !alert : status !== "running" || (!alert && !paused_at)) return null;
  const at = format.dateTime(alert?.at ?? paused_at ?? "");
  const { kind = "", variant = "" } = alert ?? {};
  const known = kind === "split" || isOneOf(guardrails, kind);
  const byRule = alert?.paused && paused_at;
  return (
    <Banner
      tone={alert ? "danger" : "warning"}
      live={false}
      title={t(titleOf(), { at })}
      action={
        paused_at &&
        controls.may && (
          <Button size="sm" pending={controls.pending} onClick={() => controls.make("resumed")}>
            {t("resume")}
          </Button>
        )
      }
    >
      {format.join([
        known ? t(`kinds.${kind}`, { variant: words.called(variant, names) }) : draft ? "" : kind,
        byRule ? t("resumeMeans") : paused_at ? t("pausedMeans") : "",
        draft ? t("notStartedMeans") : "",
      ])}
    </Banner>
  );

  function titleOf() {
    if (draft) return "notStarted";
    if (!alert) return "paused";
    return byRule ? "pausedByRule" : kind === "split" ? "split" : "broken";
  }
}
