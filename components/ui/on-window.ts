/** Subscribes a listener to events of the window, as `useSyncExternalStore` wants it. */
export const onWindow =
  (...events: string[]) =>
  (listener: () => void) => {
    for (const event of events) window.addEventListener(event, listener);
    return () => {
      for (const event of events) window.removeEventListener(event, listener);
    };
  };
