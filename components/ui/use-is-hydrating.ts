import { useSyncExternalStore } from "react";

const unchanging = () => () => {};

/** True on the server, and in the browser while it hydrates the server's HTML. */
export const useIsHydrating = () =>
  useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  );
