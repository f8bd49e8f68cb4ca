"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";

const gone = ["held", "sending", "done", "already"];
const none = { data: [] };

/** Held writes are fetched only if there are any, and again when the server reports a change. */
export function useHeld() {
  const { desk, can, busy } = useDesk();
  return useQuery({
    ...desk.held.list.options(),
    enabled: can("desk", "held", "list"),
    staleTime: Number.POSITIVE_INFINITY,
    ...(!busy.held && { initialData: none }),
    refetchInterval: ({ state }) => {
      const open = state.data?.data.filter((write) => write.state === "held" || write.state === "sending") ?? [];
      if (open.length === 0) return false;
      // Whole seconds, because any finer value would restart the timer with each update.
      return 1000 * Math.max(1, Math.ceil(Math.min(...open.map((write) => write.seconds_left))));
    },
  });
}

/** Returns the ids of rows that are hidden during their deletion; the set keeps its identity until it changes. */
export function useHeldIds(resource: string): ReadonlySet<string> {
  const writes = useHeld().data?.data;
  return useMemo(() => {
    const deleted = (writes ?? []).filter(
      (write) => write.resource === resource && write.operation === "delete" && gone.includes(write.state),
    );
    return new Set(deleted.map((write) => write.record));
  }, [writes, resource]);
}
