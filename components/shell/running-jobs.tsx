"use client";

import { ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { Job } from "@/lib/contract/desk/jobs";

export default function RunningJobs({ jobs }: { jobs: readonly Job[] }) {
  const t = useTranslations("shell.running");
  const { base } = useDesk();
  const moving = jobs.filter((job) => job.state !== "paused");
  const total = moving.reduce((sum, job) => sum + (job.total ?? 0), 0);
  const left = moving.reduce((sum, { counts }) => sum + (counts.waiting ?? 0) + (counts.sending ?? 0), 0);
  const count = moving.length || jobs.length;
  const words =
    moving.length === 0
      ? t("waiting", { count })
      : total === 0
        ? t("starting", { count })
        : t("some", { count, done: total - left, total });
  const [only] = jobs;
  const href = jobs.length === 1 && only ? `${base}/jobs/${only.id}` : `${base}/jobs`;
  return (
    <IntentLink href={href} className={buttonClass({ variant: "secondary" })} aria-label={words}>
      <ListChecks aria-hidden />
      <span className="hidden tabular-nums md:inline">{words}</span>
    </IntentLink>
  );
}
