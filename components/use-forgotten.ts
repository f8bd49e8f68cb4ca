import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";

/** A page that is left may be kept whole by the browser, and shown again on the way back: without what is shown once. */
export function useForgotten(forget: () => void): void {
  const forgetNow = useEffectEvent(() => flushSync(forget));
  useEffect(() => {
    const onHide = () => forgetNow();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, []);
}
