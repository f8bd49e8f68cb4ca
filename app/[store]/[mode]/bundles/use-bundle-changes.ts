"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useGo } from "@/components/forms/leave-guard";
import { useFailureWords } from "@/components/query-error";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { BulkKind, BundleFilter, Status } from "./change-bundles";

export type ChangeTools = ReturnType<typeof useTools>;

/** The specification cannot change a bundle; the embedded checkout service can. */
export function useMayChange(): boolean {
  const { can, extensions } = useDesk();
  return extensions.checkout && can("checkout", "bundles", "update");
}

function useTools() {
  const t = useTranslations("bundles");
  const go = useGo();
  const failureWords = useFailureWords();
  const { base, checkout, desk } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.bundles.update.mutation());
  const { mutateAsync: start } = useMutation(desk.jobs.create.mutation());
  const { mutateAsync: cancel } = useMutation(desk.jobs.cancel.mutation());
  return { t, go, failureWords, base, update, start, cancel };
}

export function useBundleChanges() {
  const tools = useTools();
  const load = async () => (await import("./change-bundles")).changesWith(tools);
  return {
    setStatus: async (bundles: readonly Bundle[], status: Status) => (await load()).setStatus(bundles, status),
    startJob: async (kind: BulkKind, filter: BundleFilter, count: number) =>
      (await load()).startJob(kind, filter, count),
  };
}
