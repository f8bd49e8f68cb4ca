"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { toCsvLine } from "@/lib/csv";

export type Sheet = { name: string; head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] };

/** The rows of a table as they stand there, in their order, with every digit of their numbers. */
export function DownloadCsv({ what, sheet }: { what: string; sheet: () => Sheet }) {
  const t = useTranslations("analytics");
  const download = () => {
    const { name, head, rows } = sheet();
    const text = [head, ...rows].map(toCsvLine).join("");
    const href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = href;
    link.download = `${name}.csv`;
    link.click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  };
  return (
    <IconButton
      size="sm"
      className="print:hidden"
      label={t("csv", { what })}
      icon={<Download aria-hidden />}
      onClick={download}
    />
  );
}
