"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useGo } from "@/components/forms/leave-guard";
import { useChanges } from "@/components/lists/use-changes";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { toDraft } from "./to-draft";

type Offer = Pick<Upsell, "id" | "name" | "status">;
export type BulkKind = "enable_upsells" | "disable_upsells" | "duplicate_upsells" | "delete_upsells";
/** A list's query without page and order. */
export type ListFilter = { search?: string; status?: string };

/** Changes to offers with undo, for all screens. */
export function useUpsellChanges() {
  const t = useTranslations("upsells");
  const go = useGo();
  const failureWords = useFailureWords();
  const queryClient = useQueryClient();
  const { base, checkout } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.upsells.update.mutation());
  const { mutateAsync: create } = useMutation(checkout.upsells.create.mutation());
  const changes = useChanges();
  const nameOf = (offer: Offer) => offer.name ?? offer.id;

  /** Changes one after the other, so that a failure does not stop the rest and is reported with its reason. */
  async function writeStatus(writes: readonly { offer: Offer; status: string }[]): Promise<boolean> {
    let failed = 0;
    let failure: unknown;
    for (const { offer, status } of writes) {
      try {
        await update({ params: { id: offer.id }, body: { status } });
      } catch (cause) {
        failed++;
        failure = cause;
      }
    }
    if (failed > 0) {
      toast.error(failureWords(failure, (reason) => t("failedMany", { failed, count: writes.length, reason })));
    }
    return failed === 0;
  }

  async function setStatus(offers: readonly Offer[], status: "active" | "inactive"): Promise<void> {
    const changing = offers.filter((offer) => offer.status !== status);
    const [first] = changing;
    if (!first) return;
    const onUndo = async () => {
      const before = changing.map((offer) => ({ offer, status: offer.status ?? "draft" }));
      if (await writeStatus(before)) toast.success(t("undone"));
    };
    if (changing.length > 1) {
      const kind = status === "active" ? "enable_upsells" : "disable_upsells";
      const body = { kind, ids: changing.map((offer) => offer.id) } as const;
      return changes.startUndoableJob({ body, message: t("changingMany", { count: changing.length }), onUndo });
    }
    if (await writeStatus([{ offer: first, status }])) {
      toast.undo({ message: t(status === "active" ? "enabled" : "disabled", { name: nameOf(first) }), onUndo });
    }
  }

  const startJob = (kind: BulkKind, which: { ids: string[] } | { filter: ListFilter }, count: number) =>
    changes.startJob({
      body: { kind, ...which },
      message: t(`bulk.started.${kind}`, { count }),
      show: t("bulk.show"),
    });

  async function duplicate(offers: readonly Offer[]): Promise<void> {
    const [first] = offers;
    if (offers.length > 1) await startJob("duplicate_upsells", { ids: offers.map(({ id }) => id) }, offers.length);
    else if (first) await changes.attempt(() => duplicateOne(first));
  }

  async function duplicateOne(offer: Offer): Promise<void> {
    // A list may leave fields out; the record has all of them.
    const record = await queryClient.fetchQuery(checkout.upsells.get.options({ params: { id: offer.id } }));
    const name = t("copyName", { name: nameOf(record) }).slice(0, 120);
    const copy = await create({ body: { ...toDraft(record), name, status: "draft" } });
    toast.success(t("duplicated", { name: nameOf(record) }), {
      action: { label: t("actions.edit"), onAction: () => go(`${base}/upsells/${copy.id}`) },
    });
  }

  async function remove(offers: readonly Offer[]): Promise<void> {
    const writes = offers.map(({ id, name }) => ({ id, ...(name && { label: name }) }));
    await changes.holdWrites({ api: "checkout", resource: "upsells", operation: "delete", writes });
  }

  return { setStatus, startJob, duplicate, remove };
}
