"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, Pause, Play, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Job } from "@/lib/contract/desk/jobs";
import { failedOf, isOver } from "./words";

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
    .filter((name) => may[name])
    .map((name) => ({ name, icon: icons[name], label: t(`actions.${name}`, { count }), act: () => mutate(name) }));
}
