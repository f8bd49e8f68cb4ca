"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { ApiError } from "@/lib/contract/errors";
import type { Conflict } from "../conflict-dialog";
import { changedFields, divergences, type Field, merge } from "../merge-edits";
import { toDraft } from "../to-draft";

const ConflictDialog = lazy(() => import("../conflict-dialog"));

/**
 * Before an offer is saved it is read again. What somebody else has changed meanwhile is decided by the person, and only
 * what then differs from the record is sent.
 */
export function useSaveOffer(id: string) {
  const t = useTranslations("upsells.form");
  const { checkout } = useDesk();
  const queryClient = useQueryClient();
  const update = useMutation(checkout.upsells.update.mutation());
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const ask = (open: Conflict["divergences"]) =>
    new Promise<Field[] | null>((resolve) => {
      setConflict({
        divergences: open,
        decide(taken) {
          setConflict(null);
          resolve(taken);
        },
      });
    });

  async function save(edited: UpsellDraft, base: UpsellDraft): Promise<UpsellDraft | null> {
    if (Object.keys(changedFields(edited, base)).length === 0) {
      toast.info(t("nothingChanged"));
      return edited;
    }
    const record = await queryClient.fetchQuery({
      ...checkout.upsells.get.options({ params: { id } }),
      staleTime: 0,
      // Somebody waits for it: only a pause that the API asks for is sat out.
      retry: (failures, error) => failures < 3 && error.status === 429,
    });
    const theirs = toDraft(record);
    const open = divergences(base, edited, theirs);
    const taken = open.length === 0 ? [] : await ask(open);
    if (!taken) return null;
    const wanted = merge(edited, theirs, taken);
    const body = changedFields(wanted, theirs);
    if (Object.keys(body).length > 0) await update.mutateAsync({ params: { id }, body });
    toast.success(t("saved"));
    return wanted;
  }

  const dialog: ReactNode = conflict && (
    <Suspense>
      <ConflictDialog {...conflict} />
    </Suspense>
  );
  return { save, dialog };
}

/** The record is gone, but what was typed is not. */
export const isGone = (cause: unknown): boolean => cause instanceof ApiError && cause.status === 404;
