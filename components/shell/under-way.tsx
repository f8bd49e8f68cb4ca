"use client";

import { useQuery } from "@tanstack/react-query";
import { useHeld } from "@/components/lists/held";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";

const HeldNotices = lazyPart(() => import("./held-notices"));
const Indicators = lazyPart(() => import("./indicators"));
const none = { data: [] };

/** The code of notices and indicators loads only if there is background work. */
export function UnderWay() {
  const { desk, busy } = useDesk();
  const held = useHeld().data?.data ?? [];
  const jobs = useQuery({
    ...desk.jobs.active.options(),
    staleTime: Number.POSITIVE_INFINITY,
    ...(!busy.jobs && { initialData: none }),
    refetchInterval: ({ state }) => (state.data?.data.some((job) => job.state !== "paused") ? 5_000 : false),
  });
  const running = jobs.data?.data ?? [];
  return (
    <>
      {held.length > 0 && <HeldNotices writes={held} />}
      {held.length + running.length > 0 && <Indicators writes={held} jobs={running} />}
    </>
  );
}
