"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useGo } from "@/components/forms/leave-guard";
import { useFailureWords } from "@/components/query-error";
import { useDesk } from "@/lib/api/desk";
import type { BulkKind, ListFilter, Offer } from "./change-upsells";

export type ChangeTools = ReturnType<typeof useTools>;

function useTools() {
  const t = useTranslations("upsells");
  const go = useGo();
  const failureWords = useFailureWords();
  const queryClient = useQueryClient();
  const { base, checkout, desk } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.upsells.update.mutation());
  const { mutateAsync: create } = useMutation(checkout.upsells.create.mutation());
  const { mutateAsync: start } = useMutation(desk.jobs.create.mutation());
  const { mutateAsync: cancel } = useMutation(desk.jobs.cancel.mutation());
  const { mutateAsync: hold } = useMutation(desk.held.hold.mutation());
  return { t, go, failureWords, queryClient, base, checkout, update, create, start, cancel, hold };
}

export function useUpsellChanges() {
  const tools = useTools();
  const load = async () => (await import("./change-upsells")).changesWith(tools);
  return {
    setStatus: async (offers: readonly Offer[], status: "active" | "inactive") =>
      (await load()).setStatus(offers, status),
    startJob: async (kind: BulkKind, which: { ids: string[] } | { filter: ListFilter }, count: number) =>
      (await load()).startJob(kind, which, count),
    duplicate: async (offer: Offer) => (await load()).duplicate(offer),
    duplicateMany: async (offers: readonly Offer[]) => (await load()).duplicateMany(offers),
    remove: async (offers: readonly Offer[]) => (await load()).remove(offers),
  };
}
