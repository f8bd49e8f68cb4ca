import { startTransition, useEffect, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";

/**
 * Whether content below the first screen is rendered. After a navigation it follows once the first screen is painted;
 * on a full page load it is there from the start.
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
