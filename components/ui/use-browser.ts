import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: Value) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handle: (event: WindowEventMap[Name]) => void,
): void {
  const run = useEffectEvent(handle);
  useEffect(() => {
    const listener = (event: WindowEventMap[Name]) => run(event);
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  }, [name]);
}

/** Subscribes a listener to events of the window, as `useSyncExternalStore` wants it. */
export const onWindow =
  (...events: string[]) =>
  (listener: (event: Event) => void) => {
    for (const event of events) window.addEventListener(event, listener);
    return () => {
      for (const event of events) window.removeEventListener(event, listener);
    };
  };

const unchanging = () => () => {};

/** True on the server, and in the browser while it hydrates the server's HTML. */
export const useIsHydrating = () =>
  useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  );

let since: string | null = null;
const onPrint = onWindow("beforeprint", "afterprint");

function followPrinting(onChange: () => void): () => void {
  return onPrint(({ type }) => {
    since = type === "beforeprint" ? (since ?? new Date().toISOString()) : null;
    // The browser prints the page as it is when its listeners return.
    flushSync(onChange);
  });
}

/** Returns the time when printing began, or null. Printed pages show everything that a button would unfold. */
export const usePrinting = () =>
  useSyncExternalStore(
    followPrinting,
    () => since,
    () => null,
  );
