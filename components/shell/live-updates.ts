"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDesk } from "@/lib/api/desk";

/** Live updates start after the page is painted, because nobody waits for them, and catch up on changes until then. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { store, mode, cursor } = useDesk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream starts at the cursor of the first paint.
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
