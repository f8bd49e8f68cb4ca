"use client";

import { Eye, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { useEndpointChanges } from "./use-endpoint-changes";
import { endpointPath } from "./words";

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
