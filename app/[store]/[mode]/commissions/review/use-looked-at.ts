import { debounce, type SetValues } from "nuqs";
import { useEffect, useRef } from "react";
import type { queueFilters } from "../filters";
import { isWide } from "./use-wide";

/** The open commission is in the address. If it covers the list, the back button leads to the list. */
export function useLookedAt(id: string, setFilters: SetValues<typeof queueFilters>) {
  const pushed = useRef(false);
  useEffect(() => {
    if (id === "") pushed.current = false;
  }, [id]);
  return {
    onCurrent: (next: string) => {
      // While a key is held, the address is updated less often.
      const limitUrlUpdates = isWide() ? { limitUrlUpdates: debounce(300) } : {};
      void setFilters({ id: next || null }, { history: "replace", ...limitUrlUpdates });
    },
    onOpen: (next: string) => {
      pushed.current = !isWide();
      void setFilters({ id: next }, { history: pushed.current ? "push" : "replace" });
    },
    onClose: async () => {
      const back = pushed.current;
      // A pending update of the address must not follow the step back.
      await setFilters({ id: null }, { history: "replace" });
      if (back) window.history.back();
    },
  };
}
