"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { isChangeOpen } from "@/components/lists/use-delayed-changes";
import { dismissToast, toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import { isRecordName } from "@/lib/contract/record-words";
import { said } from "@/lib/i18n/translate-errors";

const shown = new Map<string, { toast: number | null; open: Set<string> }>();

/** Delayed changes have a countdown in every tab, even after a reload, and then a notice of the outcome. */
export default function UndoNotices({ writes }: { writes: readonly DelayedChange[] }) {
  const t = useTranslations("shell.undo");
  const queryClient = useQueryClient();
  const { base, store, mode, desk } = useDesk();
  const go = useGo();
  const undo = useMutation(desk.delayed_changes.undo.mutation());
  const send = useMutation(desk.delayed_changes.send.mutation());

  const show = useEffectEvent((job: string, of: readonly DelayedChange[]) => {
    const [first] = of;
    if (!first) return;
    const open = new Set(of.map((write) => write.id));
    // Decisions about commissions come by the hundred and have their own indicator.
    if (first.resource === "commissions") return void shown.set(job, { toast: null, open });
    const deleting = first.operation === "delete";
    const name = first.label ?? first.record;
    const input = { params: { job } };
    const id = toast.undo({
      message:
        of.length === 1
          ? t(deleting ? "deleted" : "changed", { name })
          : t(deleting ? "deletedMany" : "changedMany", { count: of.length }),
      seconds: Math.max(1, Math.ceil(first.seconds_left)),
      fixed: true,
      onUndo: () => undo.mutate(input),
      // Closing the notice sends the writes at once.
      onExpire: () => shown.get(job)?.open.size && send.mutate(input),
    });
    shown.set(job, { toast: id, open });
  });

  const conclude = useEffectEvent((write: DelayedChange) => {
    const name = write.label ?? write.record;
    if (write.state === "failed" || write.state === "unknown") {
      toast.error(
        t(write.operation === "delete" ? "deleteFailed" : "failed", {
          name,
          reason: said(write.message ?? "", write.message_key),
        }),
        isRecordName(write.resource)
          ? {
              action: {
                label: t("show"),
                onAction: () => go(`${base}/${write.resource}/${encodeURIComponent(write.record)}`),
              },
            }
          : {},
      );
      readAgain(`${write.api}/${write.resource}`);
    }
  });
  const readAgain = (key: string) =>
    void queryClient.invalidateQueries({ queryKey: [store.id, mode, ...key.split("/")] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only news about the writes must run the effect.
  useEffect(() => {
    const changed = new Set<string>();
    for (const job of new Set(writes.map((write) => write.job))) {
      const of = writes.filter((write) => write.job === job);
      const known = shown.get(job);
      if (!known && of.some((write) => write.state === "waiting")) show(job, of);
      if (!known) continue;
      for (const write of of) {
        if (isChangeOpen(write) || !known.open.delete(write.id)) continue;
        conclude(write);
        changed.add(`${write.api}/${write.resource}`);
      }
      if (known.toast !== null && of.every((write) => write.state !== "waiting")) dismissToast(known.toast, "gone");
    }
    // Live updates refresh the list while many commissions are sent; it is fetched again only at the end.
    const going = writes.some((write) => write.resource === "commissions" && isChangeOpen(write));
    for (const key of changed) if (!going || key !== "affiliate/commissions") readAgain(key);
  }, [writes]);
  return null;
}
