import { useSyncExternalStore } from "react";

const query = "(width >= 80rem)";

export const isWide = (): boolean => window.matchMedia(query).matches;

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    isWide,
    () => true,
  );
}
