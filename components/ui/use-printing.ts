import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let since: string | null = null;

function subscribe(onChange: () => void): () => void {
  const begin = () => {
    since ??= new Date().toISOString();
    // The browser prints the page as it is when its listeners return.
    flushSync(onChange);
  };
  const end = () => {
    since = null;
    onChange();
  };
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
  };
}

/** Returns the time when printing began, or null. Printed pages show everything that a button would unfold. */
export const usePrinting = () =>
  useSyncExternalStore(
    subscribe,
    () => since,
    () => null,
  );
