import { startTransition, useEffect, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";

/**
 * Whether what lies below the first screen is drawn, too: it follows once the first screen is painted. A page that the server
 * sends has it at once, unless told otherwise.
 */
export function useRestFollows({ atOnce = true } = {}): boolean {
  const [follows, setFollows] = useState(useIsHydrating() && atOnce);
  useEffect(() => {
    if (follows) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setFollows(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [follows]);
  return follows;
}
