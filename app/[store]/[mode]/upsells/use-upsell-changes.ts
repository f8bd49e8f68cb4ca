"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { holdDelete } from "@/components/held-deletes";
import { useGo } from "@/components/leave-guard";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Upsell, UpsellDraft } from "@/lib/contract/checkout/upsells";

type Offer = Pick<Upsell, "id" | "name" | "status">;

/** What can be done to offers from any place, each with its way back. */
export function useUpsellChanges() {
  const t = useTranslations("upsells");
  const go = useGo();
  const queryClient = useQueryClient();
  const { base, checkout } = useDesk();
  const update = useMutation(checkout.upsells.update.mutation());
  const create = useMutation(checkout.upsells.create.mutation());
  const nameOf = (offer: Offer) => offer.name ?? offer.id;

  /** One after the other: a failure in the middle leaves the rest tried and is told with its reason. */
  async function writeStatus(changes: readonly { offer: Offer; status: string }[]) {
    const done: Offer[] = [];
    let reason = "";
    for (const { offer, status } of changes) {
      try {
        await update.mutateAsync({ params: { id: offer.id }, body: { status } });
        done.push(offer);
      } catch (cause) {
        reason = (cause as Error).message;
      }
    }
    const failed = changes.length - done.length;
    if (failed > 0) toast.error(t("failedMany", { failed, count: changes.length, reason }));
    return done;
  }

  async function setStatus(offers: readonly Offer[], status: "active" | "inactive"): Promise<void> {
    const changing = offers.filter((offer) => offer.status !== status);
    const done = await writeStatus(changing.map((offer) => ({ offer, status })));
    const [first] = done;
    if (!first) return;
    const one = t(status === "active" ? "enabled" : "disabled", { name: nameOf(first) });
    toast.undo({
      message: done.length === 1 ? one : t("changedMany", { count: done.length }),
      onUndo: async () => {
        const undone = await writeStatus(done.map((offer) => ({ offer, status: offer.status ?? "draft" })));
        if (undone.length === done.length) toast.success(t("undone"));
      },
    });
  }

  async function duplicate(offer: Offer): Promise<void> {
    try {
      // A list may leave fields out; the record has them all.
      const record = await queryClient.fetchQuery(checkout.upsells.get.options({ params: { id: offer.id } }));
      const copy = await create.mutateAsync({ body: { ...toDraft(record), name: copyName(record), status: "draft" } });
      toast.success(t("duplicated", { name: nameOf(record) }), {
        action: { label: t("actions.edit"), onAction: () => go(`${base}/upsells/${copy.id}`) },
      });
    } catch (cause) {
      toast.error((cause as Error).message);
    }
  }

  function copyName(record: Offer): string {
    return t("copyName", { name: nameOf(record) }).slice(0, 120);
  }

  function remove(offers: readonly Offer[]): void {
    const [first] = offers;
    if (!first) return;
    const { mutationFn, meta } = checkout.upsells.delete.mutation();
    holdDelete({
      message: offers.length === 1 ? t("deleted", { name: nameOf(first) }) : t("deletedMany", { count: offers.length }),
      ids: offers.map((offer) => offer.id),
      send: (id, keepalive) => mutationFn({ params: { id }, keepalive }),
      onSent: () => queryClient.invalidateQueries({ queryKey: meta.invalidates }),
      onFailed: (id, cause) => {
        const offer = offers.find((each) => each.id === id) ?? first;
        toast.error(t("deleteFailed", { name: nameOf(offer), reason: cause.message }));
      },
    });
  }

  return { setStatus, duplicate, remove };
}

/** A record as the body that would make it again. */
export function toDraft(offer: Upsell): UpsellDraft {
  return {
    name: offer.name ?? "",
    product_id: offer.product_id ?? "",
    trigger_products: offer.trigger_products ?? [],
    discount: { type: offer.discount?.type ?? "percentage", value: offer.discount?.value ?? Number.NaN },
    placement: offer.placement ?? "post_purchase",
    status: offer.status ?? "draft",
  };
}
