"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { toCsvLine } from "@/lib/csv";
import { saveFile } from "./save-file";

export type Sheet = { name: string; head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] };

/** The file has the table's order and all digits of its numbers. */
export function DownloadCsv({ what, sheet }: { what: string; sheet: () => Sheet }) {
  const t = useTranslations("shell.export");
  const download = () => {
    const { name, head, rows } = sheet();
    const text = [head, ...rows].map(toCsvLine).join("");
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
  };
  return (
    <IconButton
      size="sm"
      className="print:hidden"
      label={t("download", { what })}
      icon={<Download aria-hidden />}
      onClick={download}
    />
  );
}
