"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { readTyped, typedNumber } from "@/lib/i18n/typed-number";

type Change = Partial<Pick<ExperimentPlan, "names" | "weights" | "effect" | "sample">>;

export function useSavePlan(id: string, plan: ExperimentPlan | undefined) {
  const t = useTranslations("experiments.plan");
  const { desk, can } = useDesk();
  const failure = useFailureWords();
  const put = useMutation({
    ...desk.experiment_plans.put.mutation(),
    onSuccess: () => toast.success(t("saved")),
    onError: (cause) => toast.error(failure(cause, (reason) => t("failed", { reason }))),
  });
  const { names = null, weights = null, effect = null, sample = null } = plan ?? {};
  return {
    may: can("desk", "experiment_plans", "put"),
    pending: put.isPending,
    /** The form stays open, with its values, until the server has saved them. */
    save: (change: Change, onSaved: () => void) =>
      put.mutate({ params: { id }, body: { names, weights, effect, sample, ...change } }, { onSuccess: onSaved }),
  };
}

/** Reads an entered number: null if it is invalid, undefined if the field is empty. `whole` is for counts of people. */
export function readPositive(text: string, { whole = false } = {}): number | null | undefined {
  if (text.trim() === "") return undefined;
  const groups = whole ? readTyped(text)?.grouped : undefined;
  const value = groups ? Number(groups.value) : typedNumber(text);
  return value > 0 ? value : null;
}
