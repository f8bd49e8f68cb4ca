import { useSyncExternalStore } from "react";
import { isSpoken, onSpoken, said } from "@/lib/i18n/said";

const asItCame = (text: string) => text;

/** For sentences that came with the page: the server sends them as they are, and the browser says them once it can. */
export function useSaid(): (text: string) => string {
  return useSyncExternalStore(onSpoken, isSpoken, () => false) ? said : asItCame;
}
