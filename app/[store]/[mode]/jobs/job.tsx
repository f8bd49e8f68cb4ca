"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, Pause, Play, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/failure";
import { useJobName } from "@/components/job-name";
import type { StatusLook } from "@/components/ui/badge";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Job, JobItem } from "@/lib/contract/desk/jobs";
import { type JobOutcome, outcomeOf } from "./outcome";

type Look = Omit<StatusLook, "label">;

const jobLooks: Record<JobOutcome, Look> = {
  queued: { tone: "info", hollow: true },
  running: { tone: "info" },
  paused: { tone: "warning" },
  cancelled: { tone: "neutral", hollow: true },
  done: { tone: "success" },
  partlyFailed: { tone: "warning" },
  failed: { tone: "danger" },
  unknown: { tone: "warning" },
};
const itemLooks: Record<JobItem["state"], Look> = {
  waiting: { tone: "neutral", hollow: true },
  sending: { tone: "info" },
  done: { tone: "success" },
  already: { tone: "success", hollow: true },
  failed: { tone: "danger" },
  unknown: { tone: "warning" },
  skipped: { tone: "neutral", hollow: true },
};

export function useJobWords() {
  const t = useTranslations("jobs");
  return {
    kind: useJobName(),
    state: (job: Job) => {
      const outcome = outcomeOf(job);
      return { label: t(`states.${outcome}`), ...jobLooks[outcome] };
    },
    item: (state: JobItem["state"]) => ({ label: t(`itemStates.${state}`), ...itemLooks[state] }),
    left: ({ seconds_left: seconds }: Job): string | null => {
      if (seconds === null) return null;
      if (seconds < 90) return t("seconds", { count: seconds });
      if (seconds < 5_400) return t("minutes", { count: Math.round(seconds / 60) });
      return t("hours", { count: Math.round(seconds / 3_600) });
    },
    progress: (job: Job): string =>
      job.total === null ? t("collecting") : t("progress", { done: doneOf(job), total: job.total }),
  };
}

export function doneOf({ total, counts, collecting }: Job): number {
  // The number of rows of an export is known only once the file is written.
  if (collecting) return counts.done ?? 0;
  return (total ?? 0) - (counts.waiting ?? 0) - (counts.sending ?? 0);
}

/** Counts failed items that can be retried. A failed payout is paid through a new preview instead. */
const failedOf = ({ kind, counts }: Job): number =>
  (kind === "create_payouts" ? 0 : (counts.failed ?? 0)) + (counts.unknown ?? 0);
export const isOver = ({ state }: Job): boolean => state === "done" || state === "cancelled";

const icons = {
  pause: <Pause aria-hidden />,
  resume: <Play aria-hidden />,
  cancel: <Ban aria-hidden />,
  retry: <RotateCcw aria-hidden />,
};
const names = ["pause", "resume", "cancel", "retry"] as const;

export function useJobActions(job: Job) {
  const t = useTranslations("jobs");
  const words = useFailureWords();
  const { desk } = useDesk();
  const { mutate } = useMutation({
    meta: desk.jobs.pause.mutation().meta,
    mutationFn: (name: (typeof names)[number]) => desk.jobs[name].mutation().mutationFn({ params: { id: job.id } }),
    onError: (cause) => toast.error(words(cause, (reason) => t("failed", { reason }))),
  });
  const count = failedOf(job);
  const may = {
    pause: job.state === "queued" || job.state === "running",
    resume: job.state === "paused",
    cancel: !isOver(job),
    retry: isOver(job) && count > 0,
  };
  return names
    .filter((name) => job.may_change && may[name])
    .map((name) => ({ name, icon: icons[name], label: t(`actions.${name}`, { count }), act: () => mutate(name) }));
}
