"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";

/** A screen names once what a service does not report, instead of in every row. */
export function useUnreported(api: "checkout" | "affiliate") {
  const t = useTranslations("shell.unreported");
  const { format } = useDesk();
  return {
    columns: (names: readonly string[]) => t(`columns.${api}`, { columns: format.list(names), count: names.length }),
    facts: (names: readonly string[]) => t(`facts.${api}`, { facts: format.row(names) }),
  };
}
