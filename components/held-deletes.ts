"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";

const gone = ["held", "sending", "done", "already"];
const none = { data: [] };

/** The writes that wait on the server. Asked for only where there are some, and again when the server says so. */
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
      // In whole seconds, or each news of one write would begin the waiting for all anew.
      return 1000 * Math.max(1, Math.ceil(Math.min(...open.map((write) => write.seconds_left))));
    },
  });
}

/** Rows that are as good as deleted and not shown. The same set until it changes. */
export function useHeldIds(resource: string): ReadonlySet<string> {
  const writes = useHeld().data?.data;
  return useMemo(() => {
    const deleted = (writes ?? []).filter(
      (write) => write.resource === resource && write.operation === "delete" && gone.includes(write.state),
    );
    return new Set(deleted.map((write) => write.record));
  }, [writes, resource]);
}
