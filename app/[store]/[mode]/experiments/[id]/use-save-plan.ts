"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";

type Change = Partial<Pick<ExperimentPlan, "weights" | "effect" | "sample">>;

/** Saves a part of the plan; the other parts stay as they are. */
export function useSavePlan(id: string, plan: ExperimentPlan | undefined) {
  const t = useTranslations("experiments.plan");
  const { desk, can } = useDesk();
  const failure = useFailureWords();
  const put = useMutation({
    ...desk.experiment_plans.put.mutation(),
    onSuccess: () => toast.success(t("saved")),
    onError: (cause) => toast.error(failure(cause, (reason) => t("failed", { reason }))),
  });
  const { weights = null, effect = null, sample = null } = plan ?? {};
  return {
    may: can("desk", "experiment_plans", "put"),
    pending: put.isPending,
    /** What was typed stays where it is until it is saved. */
    save: (change: Change, onSaved: () => void) =>
      put.mutate({ params: { id }, body: { weights, effect, sample, ...change } }, { onSuccess: onSaved }),
  };
}

/** A number as people type it; null where it is none, undefined where nothing was typed. */
export function readTyped(text: string): number | null | undefined {
  const plain = text.trim().replace(/[\s,']/g, "");
  if (plain === "") return undefined;
  const value = Number(plain);
  return Number.isFinite(value) && value > 0 ? value : null;
}
