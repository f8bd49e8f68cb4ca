"use client";

import { post } from "@/lib/api/send";
import { useFailureWords } from "./query-error";
import { toast } from "./ui/toast";

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
