import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/components/attempt";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

type Change = { paused: boolean } | { status: "running" | "completed" };

/** Pausing and resuming. Shoppers see what is live while an experiment is paused. */
export function useControls(id: string) {
  const t = useTranslations("plannedExperiments.controls");
  const { checkout, can } = useDesk();
  const attempt = useAttempt();
  const { mutateAsync: update, isPending } = useMutation(checkout.experiments.update.mutation());
  return {
    may: can("checkout", "experiments", "update"),
    pending: isPending,
    setPaused: (paused: boolean) => change({ paused }, paused ? "paused" : "resumed"),
    start: () => change({ status: "running" }, "started"),
    end: () => change({ status: "completed" }, "ended"),
  };

  async function change(body: Change, done: "paused" | "resumed" | "started" | "ended"): Promise<void> {
    const changed = await attempt(
      () => update({ params: { id }, body }),
      (reason) => t("failed", { reason }),
    );
    if (changed) toast.success(t(done));
  }
}
