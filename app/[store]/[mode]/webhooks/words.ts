"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Tone } from "@/components/ui/badge";
import { unknownStatus } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { deliveryStatuses, endpointStates } from "@/lib/contract/checkout/webhook-words";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { eventTypes } from "@/lib/contract/event-words";
import { withoutScheme } from "@/lib/web-address";

type Word = { label: string; tone: Tone; hollow?: boolean };

const stateLooks: Record<(typeof endpointStates)[number], Omit<Word, "label">> = {
  enabled: { tone: "success" },
  disabled: { tone: "neutral", hollow: true },
  paused: { tone: "danger", hollow: true },
};
const statusLooks: Record<(typeof deliveryStatuses)[number], Omit<Word, "label">> = {
  pending: { tone: "info", hollow: true },
  failed: { tone: "warning" },
  delivered: { tone: "success" },
  exhausted: { tone: "danger" },
  held: { tone: "neutral", hollow: true },
};

const among = <W extends string>(words: readonly W[], word: string): word is W => words.some((each) => each === word);

/** An unknown status is shown in readable words. */
export function useWebhookWords() {
  const t = useTranslations("webhooks");
  return useMemo(
    () => ({
      state({ state, enabled }: Pick<Webhook, "state" | "enabled">): Word | null {
        const word = state ?? (enabled === undefined ? undefined : enabled ? "enabled" : "disabled");
        if (word === undefined) return null;
        return among(endpointStates, word) ? { label: t(`states.${word}`), ...stateLooks[word] } : unknownStatus(word);
      },
      status: (word: string): Word =>
        among(deliveryStatuses, word) ? { label: t(`statuses.${word}`), ...statusLooks[word] } : unknownStatus(word),
    }),
    [t],
  );
}

const longestName = 72;

/** A long address is shortened in the middle, so that both ends stay readable. */
export function nameOf({ id, url }: Pick<Webhook, "id" | "url">): string {
  const name = withoutScheme(url ?? "") || id;
  return name.length > longestName ? `${name.slice(0, longestName - 25)}…${name.slice(-24)}` : name;
}

export function useMeanings(): (type: string) => string | undefined {
  const t = useTranslations("webhooks.meanings");
  return useMemo(
    () => (type) => (among(eventTypes, type) ? t(type.replace(".", "_") as KeyOf<typeof type>) : undefined),
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
