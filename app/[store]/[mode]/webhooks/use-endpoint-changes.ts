"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";

export type ChangeTools = ReturnType<typeof useTools>;

/** The specification cannot change an endpoint; the embedded checkout service can. */
export function useMayChange(): boolean {
  const { can, extensions } = useDesk();
  return extensions.checkout && can("checkout", "webhooks", "update");
}

function useTools() {
  const t = useTranslations("webhooks");
  const failureWords = useFailureWords();
  const { checkout, desk } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.webhooks.update.mutation());
  const { mutateAsync: release } = useMutation(checkout.webhooks.release.mutation());
  const { mutateAsync: hold } = useMutation(desk.held.hold.mutation());
  return { t, failureWords, update, release, hold };
}

export function useEndpointChanges() {
  const tools = useTools();
  const load = async () => (await import("./change-endpoints")).changesWith(tools);
  return {
    setEnabled: async (endpoint: Webhook, enabled: boolean) => (await load()).setEnabled(endpoint, enabled),
    release: async (endpoint: Webhook) => (await load()).release(endpoint),
    remove: async (endpoint: Webhook) => (await load()).remove(endpoint),
  };
}
