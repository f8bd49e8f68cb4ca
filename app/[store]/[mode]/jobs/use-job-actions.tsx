"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, Pause, Play, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Job } from "@/lib/contract/desk/jobs";
import { failedOf } from "./words";

export function useJobActions(job: Job) {
  const t = useTranslations("jobs");
  const words = useFailureWords();
  const { desk } = useDesk();
  const onError = (cause: unknown) => toast.error(words(cause, (reason) => t("failed", { reason })));
  const pause = useMutation({ ...desk.jobs.pause.mutation(), onError });
  const resume = useMutation({ ...desk.jobs.resume.mutation(), onError });
  const cancel = useMutation({ ...desk.jobs.cancel.mutation(), onError });
  const retry = useMutation({ ...desk.jobs.retry.mutation(), onError });
  const input = { params: { id: job.id } };
  const runs = job.state === "queued" || job.state === "running";
  const over = job.state === "done" || job.state === "cancelled";
  const count = failedOf(job);
  return [
    {
      name: "pause",
      shown: runs,
      icon: <Pause aria-hidden />,
      label: t("actions.pause"),
      act: () => pause.mutate(input),
    },
    {
      name: "resume",
      shown: job.state === "paused",
      icon: <Play aria-hidden />,
      label: t("actions.resume"),
      act: () => resume.mutate(input),
    },
    {
      name: "cancel",
      shown: !over,
      icon: <Ban aria-hidden />,
      label: t("actions.cancel"),
      act: () => cancel.mutate(input),
    },
    {
      name: "retry",
      shown: over && count > 0,
      icon: <RotateCcw aria-hidden />,
      label: t("actions.retry", { count }),
      act: () => retry.mutate(input),
    },
  ].filter(({ shown }) => shown);
}
