import { useSyncExternalStore } from "react";
import { isSpoken, onSpoken, said } from "@/lib/i18n/translate-errors";

const asItCame = (text: string) => text;

/** The server sends messages in English, and the browser translates them once it can. */
export function useSaid(): (text: string) => string {
  return useSyncExternalStore(onSpoken, isSpoken, () => false) ? said : asItCame;
}
