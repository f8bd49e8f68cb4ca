"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useMemo } from "react";
import { Badge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { Click } from "@/lib/contract/affiliate/analytics";
import { isOneOf, withoutScheme } from "@/lib/word-format";

const devices = ["desktop", "mobile", "tablet", "bot"] as const;

export function useDeviceName(): (device: string) => string {
  const t = useTranslations("shell.clicks.devices");
  return useCallback((device) => (isOneOf(devices, device) ? t(device) : device), [t]);
}

export function useClickWords() {
  const t = useTranslations("shell.clicks");
  const { format } = useDesk();
  const deviceName = useDeviceName();
  return useMemo(() => {
    const unknown = <span className="text-muted">{t("unknown")}</span>;
    return {
      unknown,
      address: (url: string | null | undefined): ReactNode =>
        url ? (
          <span className="inline-block max-w-64 truncate align-bottom" title={url}>
            {withoutScheme(url)}
          </span>
        ) : (
          unknown
        ),
      country: (code: string | null | undefined): ReactNode => (code ? format.country(code) : unknown),
      device: ({ device, browser, os }: Click): ReactNode =>
        [device && deviceName(device), browser, os].filter(Boolean).join(" · ") || unknown,
    };
  }, [t, format, deviceName]);
}

export function ClickOutcome({ click: { is_bot, converted, order_id } }: { click: Click }) {
  const t = useTranslations("shell.clicks");
  const { base, can } = useDesk();
  if (is_bot) return <Badge>{t("bot")}</Badge>;
  if (order_id && can("affiliate", "orders", "get")) {
    return (
      <TextLink href={`${base}/affiliate-orders/${encodeURIComponent(order_id)}`} className="-my-1">
        {t("ordered")}
      </TextLink>
    );
  }
  if (converted) return t("ordered");
  return <span className="text-muted">{t(converted === false ? "nothing" : "unknown")}</span>;
}
