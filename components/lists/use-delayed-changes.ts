"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import { counts, isItemOpen } from "@/lib/contract/desk/job-words";

const none = { data: [] };

export const isChangeOpen = ({ state }: DelayedChange): boolean => isItemOpen(state);

/** Delayed changes are fetched only if there are any, and again when the server reports a change. */
export function useDelayedChanges() {
  const { desk, can, busy } = useDesk();
  return useQuery({
    ...desk.delayed_changes.list.options(),
    enabled: can("desk", "delayed_changes", "list"),
    staleTime: Number.POSITIVE_INFINITY,
    ...(!busy.changes && { initialData: none }),
    refetchInterval: ({ state }) => {
      const open = state.data?.data.filter(isChangeOpen) ?? [];
      if (open.length === 0) return false;
      // Whole seconds, because any finer value would restart the timer with each update.
      return 1000 * Math.max(1, Math.ceil(Math.min(...open.map((write) => write.seconds_left))));
    },
  });
}

export const useDeletedIds = (resource: string) => useRecords(resource, isDeleted);

/** Returns the ids of records whose change can still be undone or is being sent. */
export const useChangingIds = (resource: string) => useRecords(resource, isChanging);

const isDeleted = ({ operation, state }: DelayedChange) => operation === "delete" && counts(state);
const isChanging = (write: DelayedChange) => write.operation === "update" && isChangeOpen(write);

/** The set keeps its identity until delayed changes do. */
function useRecords(resource: string, includes: (write: DelayedChange) => boolean): ReadonlySet<string> {
  const writes = useDelayedChanges().data?.data;
  return useMemo(() => {
    const found = (writes ?? []).filter((write) => write.resource === resource && includes(write));
    return new Set(found.map((write) => write.record));
  }, [writes, resource, includes]);
}
