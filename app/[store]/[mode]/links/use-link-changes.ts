"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";

export type ChangeTools = ReturnType<typeof useTools>;

/** The specification cannot change a link; the embedded affiliate service can. */
export function useMayChange(): boolean {
  const { can, extensions } = useDesk();
  return extensions.affiliate && can("affiliate", "links", "update");
}

function useTools() {
  const t = useTranslations("links");
  const failureWords = useFailureWords();
  const { affiliate, desk } = useDesk();
  const { mutateAsync: update } = useMutation(affiliate.links.update.mutation());
  const { mutateAsync: hold } = useMutation(desk.held.hold.mutation());
  return { t, failureWords, update, hold };
}

export function useLinkChanges() {
  const tools = useTools();
  const load = async () => (await import("./change-links")).changesWith(tools);
  return {
    copy: async (link: Link) => (await load()).copy(link),
    setStatus: async (link: Link, status: "active" | "disabled") => (await load()).setStatus(link, status),
    remove: async (links: readonly Link[]) => (await load()).remove(links),
  };
}
