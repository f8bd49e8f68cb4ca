"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { saveFile } from "@/components/transfer/save-file";
import { IconButton } from "@/components/ui/icon-button";
import { toCsvLine } from "@/lib/csv";
import { type FigureColumn, sheetOf } from "./figure-columns";

type Props<Row> = { what: string; file: string; columns: readonly FigureColumn<Row>[]; rows: readonly Row[] };

/** The file has the table's order and all digits of its numbers. */
export function DownloadCsv<Row>({ what, file, columns, rows }: Props<Row>) {
  const t = useTranslations("shell.export");
  const download = () => {
    const text = sheetOf(columns, rows).map(toCsvLine).join("");
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), `${file}.csv`);
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
