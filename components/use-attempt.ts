"use client";

import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";

/** The returned function resolves with null after showing the reason if the request fails. */
export function useAttempt() {
  const failureWords = useFailureWords();
  return async function attempt<T>(request: () => Promise<T>, failed = (reason: string) => reason): Promise<T | null> {
    try {
      return await request();
    } catch (cause) {
      toast.error(failureWords(cause, failed));
      return null;
    }
  };
}
