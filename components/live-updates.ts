"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDesk } from "@/lib/api/desk";

/** Loaded after the page is painted, because nobody waits for it. It catches up on changes until then. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { store, mode, cursor } = useDesk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins is of the page's first paint
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const timer = setTimeout(async () => {
      const { startLive } = await import("@/lib/api/live/start");
      if (!left) stop = startLive({ store: store.id, mode, cursor, queryClient });
    }, 1_000);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [store.id, mode, queryClient]);
}
