"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useListHref } from "@/components/lists/list-address";
import { Badge, Look } from "@/components/ui/badge";
import { type Looks, lookOf } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import type { deliveryStatuses, endpointStates } from "@/lib/contract/checkout/webhook-words";
import type { Webhook, WebhookLog } from "@/lib/contract/checkout/webhooks";
import { type EventType, eventTypes } from "@/lib/contract/event-words";
import { readString } from "@/lib/contract/read";
import { isOneOf, withoutScheme } from "@/lib/word-format";

const stateLooks: Looks<(typeof endpointStates)[number]> = {
  enabled: { tone: "success" },
  disabled: { tone: "neutral", hollow: true },
  paused: { tone: "danger", hollow: true },
};
const statusLooks: Looks<(typeof deliveryStatuses)[number]> = {
  pending: { tone: "info", hollow: true },
  failed: { tone: "warning" },
  delivered: { tone: "success" },
  exhausted: { tone: "danger" },
  held: { tone: "neutral", hollow: true },
};

export const absent = <span className="text-muted">—</span>;

export const shown = <V,>(value: V | undefined, show: (known: V) => ReactNode): ReactNode =>
  value === undefined ? null : show(value);

/** The state that the API reports, otherwise the one that follows from whether the endpoint is on. */
export const stateOf = ({ state, enabled }: Webhook): string | undefined =>
  state ?? (enabled === undefined ? undefined : enabled ? "enabled" : "disabled");

export function EndpointState({ of: state }: { of: string | undefined }) {
  const t = useTranslations("webhooks.states");
  if (state === undefined) return absent;
  return <Look {...lookOf(stateLooks, state, t)} />;
}

export function DeliveryStatus({ of: status }: { of: string | undefined }) {
  const t = useTranslations("webhooks.statuses");
  if (status === undefined) return absent;
  return <Look {...lookOf(statusLooks, status, t)} />;
}

export function DeliveryMarks({ of: { test, replay = 0 } }: { of: Pick<WebhookLog, "test" | "replay"> }) {
  const t = useTranslations("webhooks.log");
  return (
    <>
      {test && <Badge>{t("test")}</Badge>}
      {replay > 0 && <Badge tone="info">{t("replay", { count: replay })}</Badge>}
    </>
  );
}

export const endpointPath = (base: string, id: string) => `${base}/webhooks/${encodeURIComponent(id)}`;
export const deliveryPath = (base: string, endpoint: string, id: string) =>
  `${endpointPath(base, endpoint)}/deliveries/${encodeURIComponent(id)}`;

const longestName = 72;

/** A long address is shortened in the middle, so that both ends stay readable. */
export function nameOf({ id, url, name: given }: Pick<Webhook, "id" | "url"> & { name?: unknown }): string {
  const name = readString(given) || withoutScheme(url ?? "") || id;
  return name.length > longestName ? `${name.slice(0, longestName - 25)}…${name.slice(-24)}` : name;
}

/** The way back to the list of endpoints and, from a page below an endpoint, to the endpoint. */
export function useCrumbs(endpoint?: Pick<Webhook, "id" | "url">) {
  const t = useTranslations("webhooks");
  const { base } = useDesk();
  const list = { href: useListHref(`${base}/webhooks`), label: t("title") };
  const log = useListHref(endpointPath(base, endpoint?.id ?? ""));
  return endpoint ? [list, { href: log, label: nameOf(endpoint) }] : [list];
}

/** Without `health`, the endpoints are those that Cartwright knows, and it knows little about them. */
export const useIsReported = (): boolean => useDesk().has("checkout", "webhooks", "list", "health");

/** The events that the API is known to send. */
export function useEventTypes(): readonly EventType[] {
  const { has } = useDesk();
  return eventTypes.filter((type) => has("checkout", "webhooks", "test", "event_type", type));
}

export function useMeanings(): (type: string) => string | undefined {
  const t = useTranslations("webhooks.meanings");
  return useMemo(
    () => (type) => (isOneOf(eventTypes, type) ? t(type.replace(".", "_") as KeyOf<typeof type>) : undefined),
    [t],
  );
}

type KeyOf<T extends string> = T extends `${infer Resource}.${infer Deed}` ? `${Resource}_${Deed}` : never;

export function useDuration(): (ms: number) => string {
  const t = useTranslations("webhooks");
  const { format } = useDesk();
  return useMemo(
    () => (ms) =>
      ms < 1_000
        ? t("ms", { value: format.number(Math.round(ms)) })
        : t("s", { value: format.number(Math.round(ms / 100) / 10) }),
    [t, format],
  );
}
