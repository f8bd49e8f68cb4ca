import { useSyncExternalStore } from "react";

const unchanging = () => () => {};

/** True on the server, and in the browser while it renders what the server sent. */
export const useIsHydrating = () =>
  useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  );
