"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { saveFile } from "@/components/transfer/save-file";
import { IconButton } from "@/components/ui/icon-button";
import type { RowsColumn } from "@/components/ui/rows-table";
import { toCsvLine } from "@/lib/csv";

/** One list of columns makes both the table on the screen and its CSV file. A column without `cell` is only in the file. */
export type FigureColumn<Row> = RowsColumn<Row> & {
  /** Without it, the column is only on the screen. */
  csv?: (row: Row) => string | number | null | undefined;
  /** The name in the file, if it differs from the label. */
  head?: string;
};

export function sheetOf<Row>(columns: readonly FigureColumn<Row>[], rows: readonly Row[]) {
  const inFile = columns.filter(({ csv }) => csv !== undefined);
  return [
    inFile.map(({ label, head = label }) => head),
    ...rows.map((row) => inFile.map(({ csv }) => csv?.(row) ?? null)),
  ];
}

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
