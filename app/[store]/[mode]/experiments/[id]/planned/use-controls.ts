"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/components/attempt";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

const changes = {
  paused: { paused: true },
  resumed: { paused: false },
  started: { status: "running" },
  ended: { status: "completed" },
} as const;

/** Shoppers see what is live while an experiment is paused. */
export function useControls(id: string) {
  const t = useTranslations("plannedExperiments.controls");
  const { checkout, can } = useDesk();
  const attempt = useAttempt();
  const { mutateAsync: update, isPending } = useMutation(checkout.experiments.update.mutation());
  return {
    may: can("checkout", "experiments", "update"),
    pending: isPending,
    async make(change: keyof typeof changes) {
      const made = await attempt(
        () => update({ params: { id }, body: changes[change] }),
        (reason) => t("failed", { reason }),
      );
      if (made) toast.success(t(change));
    },
  };
}
