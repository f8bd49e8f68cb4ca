"use client";

import { onlineManager } from "@tanstack/react-query";
import { post } from "@/lib/api/send";
import { useFailureWords } from "./query-error";
import { toast } from "./ui/toast";

export function useSignOut(): () => Promise<void> {
  const words = useFailureWords();
  return async () => {
    try {
      await post("/api/auth/sign-out", {});
      // Until the other page is there this one asks nothing more: nobody would be let in.
      onlineManager.setOnline(false);
      window.location.assign("/sign-in");
    } catch (cause) {
      toast.error(words(cause, (reason) => reason));
    }
  };
}
