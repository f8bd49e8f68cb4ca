"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import type { HeldWrite } from "@/lib/contract/desk/held";
import { heldStates } from "@/lib/contract/desk/held-states";

const none = { data: [] };

export const isOpen = ({ state }: HeldWrite): boolean => heldStates[state].isOpen;

/** Held writes are fetched only if there are any, and again when the server reports a change. */
export function useHeld() {
  const { desk, can, busy } = useDesk();
  return useQuery({
    ...desk.held.list.options(),
    enabled: can("desk", "held", "list"),
    staleTime: Number.POSITIVE_INFINITY,
    ...(!busy.held && { initialData: none }),
    refetchInterval: ({ state }) => {
      const open = state.data?.data.filter(isOpen) ?? [];
      if (open.length === 0) return false;
      // Whole seconds, because any finer value would restart the timer with each update.
      return 1000 * Math.max(1, Math.ceil(Math.min(...open.map((write) => write.seconds_left))));
    },
  });
}

export const useHeldIds = (resource: string) => useRecords(resource, isDeleted);

/** Returns the ids of records whose change can still be undone or is being sent. */
export const useChangingIds = (resource: string) => useRecords(resource, isChanging);

const isDeleted = ({ operation, state }: HeldWrite) => operation === "delete" && heldStates[state].counts;
const isChanging = (write: HeldWrite) => write.operation === "update" && isOpen(write);

/** The set keeps its identity until held writes change. */
function useRecords(resource: string, includes: (write: HeldWrite) => boolean): ReadonlySet<string> {
  const writes = useHeld().data?.data;
  return useMemo(() => {
    const found = (writes ?? []).filter((write) => write.resource === resource && includes(write));
    return new Set(found.map((write) => write.record));
  }, [writes, resource, includes]);
}
