"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import { jobKinds } from "../review/decisions";

const JobOutcome = lazyPart(() => import("./job-outcome"));

const none = { data: [] };

/** `started` are the jobs that this page started; they may finish before the running jobs are fetched. */
export function JobOutcomes({ started }: { started: readonly string[] }) {
  const { desk, busy } = useDesk();
  const active = useQuery({
    ...desk.jobs.active.options(),
    staleTime: Number.POSITIVE_INFINITY,
    ...(!busy.jobs && { initialData: none }),
  });
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const here = active.data?.data.filter(({ kind }) => kind in jobKinds).map(({ id }) => id) ?? [];
  const unseen = here.filter((id) => !seen.includes(id));
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  const shown = [...new Set([...started, ...seen])].filter((id) => !dismissed.includes(id));
  return (
    <>
      {shown.map((id) => (
        <JobOutcome key={id} id={id} onDismiss={() => setDismissed([...dismissed, id])} />
      ))}
    </>
  );
}
