import { debounce, type SetValues } from "nuqs";
import { useEffect, useRef } from "react";
import type { queueFilters } from "./filters";
import { isWide } from "./use-wide";

/** The commission that is looked at is in the address. Where it lies over the list, the way back leads to the list. */
export function useLookedAt(id: string, setFilters: SetValues<typeof queueFilters>) {
  const pushed = useRef(false);
  useEffect(() => {
    if (id === "") pushed.current = false;
  }, [id]);
  return {
    onCurrent: (next: string) => {
      // The address follows whoever goes from row to row by a key that is held down, and need not at each.
      const limitUrlUpdates = isWide() ? { limitUrlUpdates: debounce(300) } : {};
      void setFilters({ id: next || null }, { history: "replace", ...limitUrlUpdates });
    },
    onOpen: (next: string) => {
      pushed.current = !isWide();
      void setFilters({ id: next }, { history: pushed.current ? "push" : "replace" });
    },
    onClose: async () => {
      const back = pushed.current;
      // What is on its way to the address must not come after the step back.
      await setFilters({ id: null }, { history: "replace" });
      if (back) window.history.back();
    },
  };
}
