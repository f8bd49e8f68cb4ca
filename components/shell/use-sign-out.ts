"use client";

import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { post } from "@/lib/api/send";

export function useSignOut(): () => Promise<void> {
  const words = useFailureWords();
  return async () => {
    try {
      await post("/api/auth/sign-out", {});
      window.location.assign("/sign-in");
    } catch (cause) {
      toast.error(words(cause, (reason) => reason));
    }
  };
}
