"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";

/** The sentences that name, once for a screen, what a service leaves out. */
export function useUnreported(api: "checkout" | "affiliate") {
  const t = useTranslations("shell.unreported");
  const { format } = useDesk();
  return {
    columns: (names: readonly string[]) => t(`columns.${api}`, { columns: format.list(names), count: names.length }),
    facts: (names: readonly string[]) => t(`facts.${api}`, { facts: format.row(names) }),
  };
}
