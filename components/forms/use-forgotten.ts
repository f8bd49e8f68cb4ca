import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";

/** The browser may keep a page for the back button, so content that must be shown only once is cleared on leaving. */
export function useForgotten(forget: () => void): void {
  const forgetNow = useEffectEvent(() => flushSync(forget));
  useEffect(() => {
    const onHide = () => forgetNow();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, []);
}
