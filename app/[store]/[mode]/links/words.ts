"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Tone } from "@/components/ui/badge";
import { linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";

const tones: Record<(typeof linkStatuses)[number], { tone: Tone; hollow?: boolean }> = {
  active: { tone: "success" },
  disabled: { tone: "neutral", hollow: true },
};

const isStatus = (word: string): word is (typeof linkStatuses)[number] => linkStatuses.some((known) => known === word);

/** Names for the words of the API. One that is not known is shown as it came. */
export function useLinkWords() {
  const t = useTranslations("links");
  return useMemo(
    () => ({
      status: (status: string): { label: string; tone: Tone; hollow?: boolean } =>
        isStatus(status) ? { label: t(`statuses.${status}`), ...tones[status] } : { label: status, tone: "neutral" },
    }),
    [t],
  );
}

/** What a person calls a link: its name, else what stands in its address. */
export const nameOf = ({ name, code, url, id }: Pick<Link, "id" | "name" | "code" | "url">): string =>
  name || code || url?.replace(/^https?:\/\//, "") || id;
