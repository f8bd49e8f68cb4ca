"use client";

import { useMutation } from "@tanstack/react-query";
import { Eye, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useChanges } from "@/components/lists/use-changes";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { endpointPath, nameOf } from "./words";

export function EndpointActions({ endpoint, onGone }: { endpoint: Webhook; onGone?: () => void }) {
  const t = useTranslations("webhooks.actions");
  const { base } = useDesk();
  const changes = useEndpointChanges();
  const path = endpointPath(base, endpoint.id);
  const on = endpoint.enabled !== false;
  return (
    <>
      {!onGone && (
        <MenuItem icon={<Eye aria-hidden />} href={path}>
          {t("open")}
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden />} href={`${path}/edit`}>
        {t("edit")}
      </MenuItem>
      <MenuItem
        icon={on ? <Pause aria-hidden /> : <Play aria-hidden />}
        onSelect={() => changes.setEnabled(endpoint, !on)}
      >
        {t(on ? "pause" : "enable")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onSelect={() => {
          changes.remove(endpoint);
          onGone?.();
        }}
      >
        {t("delete")}
      </MenuItem>
    </>
  );
}

export function useEndpointChanges() {
  const t = useTranslations("webhooks");
  const { checkout } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.webhooks.update.mutation());
  const { mutateAsync: send } = useMutation(checkout.webhooks.release.mutation());
  const { attempt, delayChanges } = useChanges();

  const write = ({ id }: Webhook, enabled: boolean) => attempt(() => update({ params: { id }, body: { enabled } }));

  async function setEnabled(endpoint: Webhook, enabled: boolean): Promise<void> {
    if (!(await write(endpoint, enabled))) return;
    toast.undo({
      message: t(enabled ? "changed.enabled" : "changed.paused", { name: nameOf(endpoint) }),
      onUndo: async () => {
        if (await write(endpoint, !enabled)) toast.success(t("undone"));
      },
    });
  }

  /** Events on hold are sent after those that happen now, and cannot be called back. */
  async function release(endpoint: Webhook): Promise<void> {
    const sent = await attempt(() => send({ params: { id: endpoint.id } }));
    if (sent) toast.success(t("released", { count: sent.count }));
  }

  async function remove(endpoint: Webhook): Promise<void> {
    const writes = [{ id: endpoint.id, label: nameOf(endpoint).slice(0, 200) }];
    await delayChanges({ api: "checkout", resource: "webhooks", operation: "delete", writes });
  }

  return { setEnabled, release, remove };
}
