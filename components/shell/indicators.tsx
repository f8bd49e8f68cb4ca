"use client";

import { Hourglass, ListChecks, type LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import type { Job } from "@/lib/contract/desk/jobs";

export default function Indicators({ writes, jobs }: { writes: readonly DelayedChange[]; jobs: readonly Job[] }) {
  return (
    <>
      <OpenDecisions writes={writes} />
      {jobs.length > 0 && <RunningJobs jobs={jobs} />}
    </>
  );
}

/** Every page but the review queue itself shows pending decisions, with a link back to the queue. */
function OpenDecisions({ writes }: { writes: readonly DelayedChange[] }) {
  const t = useTranslations("shell.decisions");
  const { base } = useDesk();
  const href = `${base}/commissions`;
  const path = usePathname();
  const states = writes.flatMap(({ resource, state }) => (resource === "commissions" ? [state] : []));
  const waiting = states.filter((state) => state === "waiting").length;
  const sending = states.filter((state) => state === "sending").length;
  if (path === href || waiting + sending === 0) return null;
  const words = waiting > 0 ? t("sign", { count: waiting + sending }) : t("sending", { count: sending });
  return <Indicator href={href} icon={Hourglass} words={words} />;
}

function RunningJobs({ jobs }: { jobs: readonly Job[] }) {
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
  return <Indicator href={href} icon={ListChecks} words={words} />;
}

function Indicator({ href, icon: Icon, words }: { href: string; icon: LucideIcon; words: string }) {
  return (
    <IntentLink href={href} className={buttonClass()} aria-label={words}>
      <Icon aria-hidden />
      <span className="hidden tabular-nums md:inline">{words}</span>
    </IntentLink>
  );
}
