import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
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

/** While the browser hydrates, the value is the server's. A component is rendered again only if the two values differ. */
export const useBrowserValue = <Value extends string | boolean>(read: () => Value, onServer: Value) =>
  useSyncExternalStore<Value>(unchanging, read, () => onServer);

/** True on the server, and in the browser for as long as the component that came as HTML is mounted. */
export function useCameAsHtml(): boolean {
  const came = useRef<boolean>(undefined);
  return useSyncExternalStore(
    unchanging,
    () => (came.current ??= false),
    () => (came.current ??= true),
  );
}

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
