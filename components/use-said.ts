import { useSyncExternalStore } from "react";
import { isSpoken, onSpoken, said } from "@/lib/i18n/translate-errors";

const asItCame: typeof said = (text) => text;

/** The server sends messages in English, and the browser translates them once it can. */
export function useSaid(): typeof said {
  return useSyncExternalStore(onSpoken, isSpoken, () => false) ? said : asItCame;
}
