"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { Job } from "@/lib/contract/desk/jobs";
import { doneOf, isOver } from "../../jobs/job";
import { jobKinds, type ReviewOperation } from "../review/decisions";

export default function JobOutcome({ id, onDismiss }: { id: string; onDismiss: () => void }) {
  const t = useTranslations("commissions.job");
  const queryClient = useQueryClient();
  const { base, desk, affiliate } = useDesk();
  const { data: job } = useQuery({
    ...desk.jobs.get.options({ params: { id } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 3_000),
  });
  const retry = useMutation(desk.jobs.retry.mutation());
  const over = job !== undefined && isOver(job);
  const { prefix } = affiliate.commissions.list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again once, when the job ends.
  useEffect(() => {
    if (over) void queryClient.invalidateQueries({ queryKey: prefix });
  }, [over]);
  const words = useWords();
  const operation = job && jobKinds[job.kind];
  if (!job || !operation) return null;
  const failed = (job.counts.failed ?? 0) + (job.counts.unknown ?? 0);
  return (
    <Banner
      tone={job.state === "paused" || (over && failed > 0) ? "warning" : over ? "success" : "info"}
      {...(over && { onDismiss })}
      action={
        <>
          {over && failed > 0 && (
            <Button size="sm" pending={retry.isPending} onClick={() => retry.mutate({ params: { id } })}>
              {t("retry", { count: failed })}
            </Button>
          )}
          <IntentLink href={`${base}/jobs/${id}`} className={buttonClass({ size: "sm" })}>
            {t("open")}
          </IntentLink>
        </>
      }
    >
      <span data-testid="job-outcome">{words(job, operation)}</span>
    </Banner>
  );
}

const units = [
  ["hours", 3_600, 5_400],
  ["minutes", 60, 90],
  ["seconds", 1, 0],
] as const;

function useWords() {
  const t = useTranslations("commissions.job");
  const { format } = useDesk();
  return (job: Job, operation: ReviewOperation): string => {
    const { counts, total, state, message, seconds_left: seconds } = job;
    const count = (of: keyof typeof counts) => counts[of] ?? 0;
    const shown = (of: keyof typeof counts) => ({ count: format.number(count(of)) });
    if (state === "paused") return message ? t("paused", { reason: message }) : t("pausedPlain");
    if (!isOver(job)) {
      if (total === null) return t(`collecting.${operation}`);
      const done = format.number(doneOf(job));
      const running = t(`running.${operation}`, { total: format.number(total), done });
      if (seconds === null || seconds < 5) return running;
      const [unit, length] = units.find(([, , from]) => seconds >= from) ?? units[2];
      return t("runningFor", { running, left: t("left", { time: t(unit, { count: Math.round(seconds / length) }) }) });
    }
    const parts = [
      t(`done.${operation}`, shown("done")),
      count("already") > 0 && t(`already.${operation}`, shown("already")),
      count("failed") > 0 && t("failed", shown("failed")),
      count("unknown") > 0 && t("unknown", shown("unknown")),
      count("skipped") > 0 && t("skipped", shown("skipped")),
    ].filter((part) => part !== false);
    return `${state === "cancelled" ? `${t("cancelled")} ` : ""}${t("sum", { parts: format.row(parts) })}`;
  };
}
