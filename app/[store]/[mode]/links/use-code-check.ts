"use client";

import { useQuery } from "@tanstack/react-query";
import { useDebounced } from "@/components/ui/use-debounced";
import { useDesk } from "@/lib/api/desk";

export type CodeState = "empty" | "malformed" | "asking" | "free" | "taken" | "failed" | "unknowable";

/** The check runs after each pause in typing, if the API can tell whether a code is free. */
export function useCodeCheck(typed: string): CodeState {
  const { affiliate, extensions } = useDesk();
  const code = typed.trim();
  const settled = useDebounced(code, 300);
  const fits = /^[A-Za-z0-9_-]{1,64}$/.test(code);
  const asks = extensions.affiliate && fits && settled === code;
  const answer = useQuery({
    ...affiliate.links.code.options({ params: { code: settled } }),
    enabled: asks,
    retry: false,
    staleTime: 5_000,
    gcTime: 60_000,
  });
  if (code === "") return "empty";
  if (!fits) return "malformed";
  if (!extensions.affiliate) return "unknowable";
  if (!asks || answer.isPending) return "asking";
  if (!answer.data) return "failed";
  return answer.data.available ? "free" : "taken";
}
