"use client";

import { useQuery } from "@tanstack/react-query";
import { debounce, type SetValues } from "nuqs";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { QueueFilters, queueFilters } from "../filters";

const wide = "(width >= 80rem)";
const isWide = (): boolean => window.matchMedia(wide).matches;

/** Returns whether the open commission is shown beside the list and not over it. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(wide);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    isWide,
    () => true,
  );
}

/** The open commission is in the address; without one, it is the first of the list. */
export function useOpenCommission(
  rows: readonly Commission[] | undefined,
  { id: current }: QueueFilters,
  setFilters: SetValues<typeof queueFilters>,
) {
  const { affiliate } = useDesk();
  const pushed = useRef(false);
  useEffect(() => {
    if (current === "") pushed.current = false;
  }, [current]);
  const id = current || rows?.[0]?.id || "";
  const at = rows?.findIndex((row) => row.id === id) ?? -1;
  const isUnlisted = current !== "" && at < 0;
  const record = useQuery({
    ...affiliate.commissions.get.options({ params: { id } }),
    enabled: isUnlisted && rows !== undefined,
  });
  return {
    id,
    at,
    commission: rows?.[at] ?? (isUnlisted ? record.data : undefined),
    /** The read of a commission that is not in the list. */
    unlisted: isUnlisted ? record : null,
    moveTo(next: string) {
      // While a key is held, the address is updated less often.
      const limitUrlUpdates = isWide() ? { limitUrlUpdates: debounce(300) } : {};
      void setFilters({ id: next || null }, { history: "replace", ...limitUrlUpdates });
    },
    /** If the commission covers the list, the back button leads to the list. */
    open(next: string) {
      pushed.current = !isWide();
      void setFilters({ id: next }, { history: pushed.current ? "push" : "replace" });
    },
    async close() {
      const back = pushed.current;
      // A pending update of the address must not follow the step back.
      await setFilters({ id: null }, { history: "replace" });
      if (back) window.history.back();
    },
  };
}
