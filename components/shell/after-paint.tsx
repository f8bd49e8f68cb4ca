"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useDesk } from "@/lib/api/desk";

/** Parts that nobody waits for are rendered after the page is painted. */
export function Later({ children }: { children: ReactNode }) {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsPainted(true), 1_500);
    return () => clearTimeout(timer);
  }, []);
  return isPainted ? children : null;
}

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
