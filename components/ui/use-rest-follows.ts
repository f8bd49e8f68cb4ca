import { startTransition, useEffect, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";

/**
 * Whether what lies below the first screen is drawn, too. Where somebody comes from another page it follows once the first
 * screen is painted; a page that came with it keeps it.
 */
export function useRestFollows(): boolean {
  const [follows, setFollows] = useState(useIsHydrating());
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
