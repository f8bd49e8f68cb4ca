import { startTransition, useEffect, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";

/** After a navigation, the rest follows once the first screen is painted; a full page load has it from the start. */
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
