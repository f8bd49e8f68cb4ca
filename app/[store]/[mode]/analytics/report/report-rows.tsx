"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DayLink } from "@/components/figures/day-link";
import { DownloadCsv } from "@/components/figures/download-csv";
import { ChangeMark } from "@/components/figures/figure-change";
import type { FigureColumn } from "@/components/figures/figure-columns";
import { changeBetween } from "@/components/figures/figures";
import type { PeriodChange } from "@/components/figures/period";
import { useUnits } from "@/components/figures/use-units";
import { Bar } from "@/components/ui/bar";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { ReportType } from "@/lib/contract/checkout/report-words";
import { type Raw, readNumber, readString } from "@/lib/contract/read";
import type { ReportTable } from "@/lib/contract/report";
import type { PanelProps } from "../filters";
import {
  type BesideParts,
  columnsOf,
  isDay,
  type ReportParts,
  recordOf,
  rowsBeside,
  sortRows,
  unitOfColumn,
} from "./report-parts";
import { useWords } from "./report-words";

type Props = PanelProps & { type: ReportType; parts: ReportParts; beside: BesideParts | null; table: ReportTable };

/** Ids of the two added columns: the charted column's earlier value and its change. */
const [beforeColumn, changeColumn] = ["compared_value", "compared_change"];

export function ReportRows({ type, parts, beside, table, filters, period, onChange }: Props) {
  const t = useTranslations("analytics.reports");
  const course = useTranslations("figures.course");
  const words = useWords();
  const { format } = useDesk();
  const units = useUnits(parts.currency);
  const { columns, lead } = useMemo(() => columnsOf(type, table), [type, table]);
  const unitsOf = useMemo(
    () => new Map(columns.map(({ name }) => [name, unitOfColumn(type, { name, rows: table.rows })])),
    [columns, table, type],
  );
  const numbers = columns.filter(({ kind }) => kind === "number").map(({ name }) => name);
  const wanted = [filters.sort, filters.measure].find((name) => name !== null && numbers.includes(name));
  const barred = wanted ?? numbers.find((name) => unitsOf.get(name) === "money") ?? numbers[0];
  const unit = unitsOf.get(barred ?? "") ?? "count";
  const other = beside?.parts.tables.find(({ name }) => name === table.name);
  const compared = barred !== undefined && beside !== null && other !== undefined;
  const sortable = [...columns.map(({ name }) => name), ...(compared ? [changeColumn] : [])];
  const sort = filters.sort !== null && sortable.includes(filters.sort) ? filters.sort : null;
  const rows = useMemo(() => {
    if (!compared) return sortRows(table.rows, sort, filters.order, format.compare);
    const earlier = rowsBeside(type, other, { lead, dayFor: beside.dayFor });
    const changed = table.rows.map((row) => {
      const was = readNumber(earlier(row)?.[barred]);
      return { ...row, [beforeColumn]: was, [changeColumn]: changeBetween(readNumber(row[barred]), was, unit) };
    });
    return sortRows(changed, sort, filters.order, format.compare);
  }, [compared, table, sort, filters.order, type, other, lead, beside, barred, unit, format]);
  const highest = Math.max(0, ...table.rows.map((row) => (barred ? (readNumber(row[barred]) ?? 0) : 0)));
  const isMain = table === parts.tables[0];
  const sums = isMain ? parts.totals : {};
  const title = isMain ? t(`types.${type}`) : words(table.name);
  const summed = table.rows.length > 1 && numbers.some((name) => readNumber(sums[name]) !== undefined);

  const isChange = (value: unknown) =>
    typeof value === "number" && <ChangeMark change={value} ofRatio={unit === "ratio"} />;
  const totalOf = (totals: Raw | undefined) => (barred === undefined ? undefined : readNumber(totals?.[barred]));
  const totalIn = (column: string) => {
    if (column === changeColumn) return isChange(changeBetween(totalOf(sums), totalOf(beside?.parts.totals), unit));
    const sum = readNumber(sums[column]);
    return sum === undefined ? "" : say(sum, column);
  };

  const say = (value: unknown, column: string) => {
    if (value === null || value === undefined || value === "") return <span className="text-muted">—</span>;
    if (typeof value === "number") return units[unitsOf.get(column) ?? "count"].show(value);
    return typeof value === "object" ? <code>{JSON.stringify(value)}</code> : wordOf(String(value), column);
  };
  const wordOf = (value: string, column: string) =>
    ["source", "step", "bundle_type"].includes(column) ? words(value) : value;

  const changes: FigureColumn<Raw> = {
    id: changeColumn,
    label: course("change"),
    align: "end",
    cell: (row) => isChange(row[changeColumn]) || <span className="text-muted">—</span>,
  };
  const drawn = columns.flatMap(({ name, kind }): FigureColumn<Raw>[] => {
    const cell = (row: Raw) => {
      if (name === lead) return <Lead {...{ type, row, onChange, say }} column={name} />;
      if (name !== barred) return say(row[name], name);
      return <Barred value={readNumber(row[name])} of={highest} text={say(row[name], name)} />;
    };
    const csv = (row: Raw) => toCell(row[name]) ?? (name === lead ? idOf(row) : null);
    return [
      { id: name, label: words(name), align: kind === "number" ? "end" : "start", csv, cell },
      ...(compared && name === barred ? [changes] : []),
    ];
  });
  if (compared) {
    drawn.push({
      id: beforeColumn,
      label: `${words(barred)} (${course("beside")})`,
      csv: (row) => toCell(row[beforeColumn]),
    });
  }
  return (
    <Panel
      level={3}
      title={title}
      description={t("rows", { count: table.rows.length })}
      actions={
        <DownloadCsv
          what={title}
          file={`${type}-${period.range.start}-${period.range.end}`}
          columns={drawn}
          rows={rows}
        />
      }
      flush
    >
      <RowsTable
        cards
        caption={title}
        columns={drawn.map((column) => ({ ...column, total: summed ? totalIn(column.id) : undefined }))}
        rows={rows}
        rowKey={(row, at) => idOf(row) ?? `${at}`}
        sort={{
          column: sort,
          order: filters.order,
          onChange: (column, order) => onChange({ sort: column, order }),
        }}
      />
    </Panel>
  );

  function idOf(row: Raw): string | null {
    return recordOf(type, row)?.id ?? null;
  }
}

type LeadProps = {
  type: ReportType;
  row: Raw;
  column: string;
  onChange: PeriodChange;
  say: (value: unknown, column: string) => React.ReactNode;
};

/** A row's name links to its record. A deleted record has an id and no name, and no link. */
function Lead({ type, row, column, onChange, say }: LeadProps) {
  const t = useTranslations("analytics.reports");
  const { base } = useDesk();
  const record = recordOf(type, row);
  const name = readString(row[column]);
  if (name !== undefined && isDay(name)) return <DayLink day={name} onChange={onChange} />;
  if (record && name === undefined) {
    return (
      <span className="text-muted">
        <code>{record.id}</code> {t("deleted")}
      </span>
    );
  }
  if (!record) return say(row[column], column);
  return (
    <IntentLink
      href={`${base}/${record.screen}/${encodeURIComponent(record.id)}`}
      className="inline-flex min-h-6 min-w-40 items-center print:min-w-0 underline-offset-3 wrap-anywhere hover:underline"
    >
      {name}
    </IntentLink>
  );
}

/** A bar under each figure turns the column into a chart. */
function Barred({ value, of, text }: { value: number | undefined; of: number; text: React.ReactNode }) {
  return (
    <span className="inline-grid min-w-28 justify-items-end print:min-w-16 gap-0.5">
      {text}
      <Bar part={value !== undefined && value > 0 && of > 0 ? value / of : 0} />
    </span>
  );
}

const toCell = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return JSON.stringify(value);
};
