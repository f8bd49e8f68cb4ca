"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowUpToLine, ChartLine, Copy, Pause, Pencil, Play, Rocket, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useGo } from "@/components/forms/leave-guard";
import { useChanges } from "@/components/lists/use-changes";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { topPriority } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import type { UpsellFilter } from "./filters";
import { toDraft } from "./words";

type Props = { upsell: Upsell; onPage?: { onDeleted: () => void; onPromote: () => void } };

export function UpsellActions({ upsell, onPage }: Props) {
  const t = useTranslations("upsells.actions");
  const { base, mode, can } = useDesk();
  const changes = useUpsellChanges();
  const active = upsell.status === "active";
  const isFirst = upsell.priority === topPriority;
  return (
    <>
      {!onPage && (
        <MenuItem icon={<Pencil aria-hidden />} href={`${base}/upsells/${encodeURIComponent(upsell.id)}`}>
          {t("edit")}
        </MenuItem>
      )}
      {!onPage && can("checkout", "analytics", "upsell") && (
        <MenuItem icon={<ChartLine aria-hidden />} href={`${base}/upsells/${encodeURIComponent(upsell.id)}/results`}>
          {t("results")}
        </MenuItem>
      )}
      <MenuItem
        icon={active ? <Pause aria-hidden /> : <Play aria-hidden />}
        onSelect={() => changes.setStatus([upsell], active ? "inactive" : "active")}
      >
        {t(active ? "disable" : "enable")}
      </MenuItem>
      {upsell.priority !== undefined && (
        <MenuItem icon={<ArrowUpToLine aria-hidden />} onSelect={() => changes.setFirst(upsell, !isFirst)}>
          {t(isFirst ? "inOrder" : "first")}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.duplicate([upsell])}>
        {t("duplicate")}
      </MenuItem>
      {onPage && mode === "sandbox" && (
        <MenuItem icon={<Rocket aria-hidden />} onSelect={onPage.onPromote}>
          {t("promote")}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onSelect={() => {
          changes.remove([upsell]);
          onPage?.onDeleted();
        }}
      >
        {t("delete")}
      </MenuItem>
    </>
  );
}

type NamedUpsell = Pick<Upsell, "id" | "name" | "status">;
type BulkKind = "enable_upsells" | "disable_upsells" | "duplicate_upsells" | "delete_upsells";

export function useUpsellChanges() {
  const t = useTranslations("upsells");
  const go = useGo();
  const queryClient = useQueryClient();
  const { base, checkout } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.upsells.update.mutation());
  const { mutateAsync: create } = useMutation(checkout.upsells.create.mutation());
  const changes = useChanges();
  const nameOf = (upsell: NamedUpsell) => upsell.name ?? upsell.id;

  const setStatus = (upsells: readonly NamedUpsell[], status: "active" | "inactive") =>
    changes.setStatus({
      rows: upsells,
      status,
      write: (id, status = "draft") => update({ params: { id }, body: { status } }),
      job: {
        kind: status === "active" ? "enable_upsells" : "disable_upsells",
        message: (count) => t("changingMany", { count }),
      },
      changed: (upsell) => t(status === "active" ? "enabled" : "disabled", { name: nameOf(upsell) }),
      undone: t("undone"),
      failed: (counts) => t("failedMany", counts),
    });

  async function setFirst(upsell: NamedUpsell, first: boolean): Promise<void> {
    const written = await changes.attempt(() =>
      update({ params: { id: upsell.id }, body: { priority: first ? topPriority : 0 } }),
    );
    if (written) toast.success(t(first ? "isFirst" : "isInOrder", { name: nameOf(upsell) }));
  }

  const startJob = (kind: BulkKind, which: { ids: string[] } | { filter: UpsellFilter }, count: number) =>
    changes.startJob({
      body: { kind, ...which },
      message: t(`bulk.started.${kind}`, { count }),
      show: t("bulk.show"),
    });

  async function duplicate(upsells: readonly NamedUpsell[]): Promise<void> {
    const [first] = upsells;
    if (upsells.length > 1) await startJob("duplicate_upsells", { ids: upsells.map(({ id }) => id) }, upsells.length);
    else if (first) await changes.attempt(() => duplicateOne(first));
  }

  async function duplicateOne(upsell: NamedUpsell): Promise<void> {
    // A list may leave fields out; the record has all of them.
    const record = await queryClient.fetchQuery(checkout.upsells.get.options({ params: { id: upsell.id } }));
    const name = t("copyName", { name: nameOf(record) }).slice(0, 120);
    const copy = await create({ body: { ...toDraft(record), name, status: "draft" } });
    toast.success(t("duplicated", { name: nameOf(record) }), {
      action: { label: t("actions.edit"), onAction: () => go(`${base}/upsells/${copy.id}`) },
    });
  }

  async function remove(upsells: readonly NamedUpsell[]): Promise<void> {
    const writes = upsells.map(({ id, name }) => ({ id, ...(name && { label: name }) }));
    await changes.delayChanges({ api: "checkout", resource: "upsells", operation: "delete", writes });
  }

  return { setStatus, setFirst, startJob, duplicate, remove };
}
