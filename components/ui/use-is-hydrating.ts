import { useSyncExternalStore } from "react";

const unchanging = () => () => {};

/** On the server, and in the browser as long as what is drawn is what the server sent. */
export const useIsHydrating = () =>
  useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  );
