// biome-ignore-all lint/a11y/noRedundantRoles: the cards of a phone change `display`, which takes the meaning away.
"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { useCameAsHtml, usePrinting } from "./use-browser";

export type RowsColumn<Row> = {
  id: string;
  label: string;
  aside?: ReactNode;
  align?: "start" | "end";
  cell?: (row: Row, at: number) => ReactNode;
  /** The table has a footer if a column has a total. */
  total?: ReactNode;
};

export type RowsTableProps<Row> = {
  caption: string;
  /** Shows rows as cards on a phone if the table would not fit. */
  cards?: boolean;
  columns: readonly RowsColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, at: number) => string;
  sort?: { column: string | null; order: "asc" | "desc"; onChange: (column: string, order: "asc" | "desc") => void };
};

/** A year of days would be slow to render and hard to read, so only these rows are shown at first. */
const first = 60;
/**
 * These rows are rendered before the others, so that content above, such as a chart, does not wait. A page of a list has
 * as many, because wider rows that come later would move the columns.
 */
const atFirst = 20;

export function RowsTable<Row>({ caption, rows, rowKey, sort, cards, ...props }: RowsTableProps<Row>) {
  const t = useTranslations("ui.rows");
  const [all, setAll] = useState(false);
  const most = useDeferredValue(first, useCameAsHtml() ? first : atFirst);
  const shown = usePrinting() || all ? rows : rows.slice(0, most);
  const columns = props.columns.filter(({ cell }) => cell !== undefined);
  const summed = columns.some(({ total }) => total !== undefined);
  const look = (at: number, align?: "start" | "end") =>
    cn(
      "px-3 py-1.5",
      at === columns.length - 1 && "pe-4",
      at === 0 && "sticky start-0 z-10 bg-surface ps-4 print:static print:bg-transparent",
      align === "end" ? "text-end whitespace-nowrap" : "min-w-28 text-start",
    );
  return (
    <>
      <div
        // Without a button in its head, the table itself must be focusable, so that the keyboard can scroll it.
        {...(!sort && { role: "region", "aria-label": caption, tabIndex: 0 })}
        className="relative overflow-x-auto overscroll-x-contain print:overflow-visible"
      >
        <table
          role="table"
          className={cn("w-full border-separate border-spacing-0 text-sm", cards && "cards", sort && "sorts")}
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ id, label, aside, align }, at) => (
                <th
                  key={id}
                  role="columnheader"
                  scope="col"
                  aria-sort={sort?.column === id ? (sort.order === "asc" ? "ascending" : "descending") : undefined}
                  className={cn(look(at, align), "border-b border-line font-medium text-muted")}
                >
                  {sort ? <SortButton id={id} label={label} align={align} sort={sort} /> : label}
                  {aside}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((row, at) => (
              <tr key={rowKey(row, at)} role="row" className="group">
                {columns.map(({ id, label, align, cell }, place) => (
                  <Cell
                    key={id}
                    label={place === 0 ? undefined : label}
                    className={cn(look(place, align), "border-b border-line font-normal group-last:border-b-0")}
                  >
                    {cell?.(row, at)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
          {summed && (
            <tfoot role="rowgroup">
              <tr role="row" className="font-medium">
                {columns.map(({ id, label, align, total }, at) => (
                  <Cell
                    key={id}
                    label={at === 0 ? undefined : label}
                    className={cn(look(at, align), "border-t border-control")}
                  >
                    {at === 0 ? t("total") : total}
                  </Cell>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {!all && rows.length > first && (
        <p className="border-t border-line px-4 py-2 print:hidden">
          <Button size="sm" onClick={() => setAll(true)}>
            {t("all", { count: rows.length })}
          </Button>
        </p>
      )}
    </>
  );
}

function Cell({ label, ...rest }: { label: string | undefined; className: string; children: ReactNode }) {
  if (label === undefined) return <th role="rowheader" scope="row" {...rest} />;
  return <td role="cell" data-label={label} {...rest} />;
}

type SortProps = Pick<RowsColumn<never>, "id" | "label"> & {
  align: RowsColumn<never>["align"] | undefined;
  sort: NonNullable<RowsTableProps<never>["sort"]>;
};

function SortButton({ id, label, align, sort }: SortProps) {
  const chosen = sort.column === id;
  const begin = align === "end" ? "desc" : "asc";
  const Arrow = sort.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={cn(
        "-mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-ink",
        align === "end" && "flex-row-reverse",
        chosen && "text-ink",
      )}
      onClick={() => sort.onChange(id, chosen ? (sort.order === "asc" ? "desc" : "asc") : begin)}
    >
      {label}
      <Arrow aria-hidden className={cn("size-3.5", !chosen && "invisible")} />
    </button>
  );
}
