"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DayLink } from "@/components/figures/day-link";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { ChangeMark } from "@/components/figures/figure-tiles";
import { changeBetween } from "@/components/figures/figures";
import type { PeriodChange } from "@/components/figures/period";
import { useUnits } from "@/components/figures/use-figures";
import { IntentLink } from "@/components/ui/intent-link";
import { Bar } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { ReportType } from "@/lib/contract/checkout/report-words";
import { type Raw, readNumber, readString } from "@/lib/contract/read";
import type { ReportTable } from "@/lib/contract/report";
import type { AnalyticsPanelProps } from "../filters";
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

type Props = AnalyticsPanelProps & {
  type: ReportType;
  parts: ReportParts;
  beside: BesideParts | null;
  table: ReportTable;
};

/** Ids of the two added columns: the charted column's earlier value and its change. */
const [beforeColumn, changeColumn] = ["compared_value", "compared_change"];

export function ReportRows(props: Props) {
  const { type, parts, beside, table, filters, period, onChange } = props;
  const t = useTranslations("analytics.reports");
  const course = useTranslations("figures.course");
  const words = useWords();
  const units = useUnits(parts.currency);
  const { columns, lead, unitOf, barred, compared, sort, rows } = useRows(props);
  const unit = unitOf(barred);
  const highest = Math.max(0, ...table.rows.map((row) => readNumber(row[barred]) ?? 0));
  const isMain = table === parts.tables[0];
  const sums = isMain ? parts.totals : {};
  const title = isMain ? t(`types.${type}`) : words(table.name);
  const summed = table.rows.length > 1 && columns.some(({ name }) => readNumber(sums[name]) !== undefined);
  const idOf = (row: Raw) => recordOf(type, row)?.id ?? null;

  const say = (value: unknown, column: string) => {
    if (value === null || value === undefined || value === "") return <span className="text-muted">—</span>;
    if (typeof value === "number") return units[unitOf(column)].show(value);
    if (typeof value === "object") return <code>{JSON.stringify(value)}</code>;
    return ["source", "step", "bundle_type"].includes(column) ? words(String(value)) : String(value);
  };
  const change = (value: unknown) =>
    typeof value === "number" ? <ChangeMark change={value} ofRatio={unit === "ratio"} /> : say(null, changeColumn);
  const total = (column: string) => {
    if (!summed) return undefined;
    const sum = readNumber(sums[column]);
    return sum === undefined ? "" : say(sum, column);
  };

  const drawn = columns.flatMap(({ name, kind }): FigureColumn<Raw>[] => {
    const cell = (row: Raw) => {
      if (name === lead) return <Lead {...{ type, row, onChange, say }} column={name} />;
      if (name !== barred) return say(row[name], name);
      return <Barred value={readNumber(row[name])} of={highest} text={say(row[name], name)} />;
    };
    const csv = (row: Raw) => toCell(row[name]) ?? (name === lead ? idOf(row) : null);
    const own = { id: name, label: words(name), align: kind === "number" ? "end" : "start", csv, cell } as const;
    if (!compared || name !== barred) return [{ ...own, total: total(name) }];
    const changes = changeBetween(readNumber(sums[name]), readNumber(beside?.parts.totals[name]), unit);
    return [
      { ...own, total: total(name) },
      {
        id: changeColumn,
        label: course("change"),
        align: "end",
        cell: (row) => change(row[changeColumn]),
        total: summed && changes !== null ? change(changes) : undefined,
      },
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
        columns={drawn}
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
}

/** The rows in their order; one column has bars and, beside another period, the change of its values. */
function useRows({ type, beside, table, filters }: Props) {
  const { format } = useDesk();
  const { columns, lead } = useMemo(() => columnsOf(type, table), [type, table]);
  const units = useMemo(
    () => new Map(columns.map(({ name }) => [name, unitOfColumn(type, { name, rows: table.rows })])),
    [columns, table, type],
  );
  const numbers = columns.filter(({ kind }) => kind === "number").map(({ name }) => name);
  const wanted = [filters.sort, filters.measure].find((name) => name !== null && numbers.includes(name));
  const barred = wanted ?? numbers.find((name) => units.get(name) === "money") ?? numbers[0] ?? "";
  const unit = units.get(barred) ?? "count";
  const other = beside?.parts.tables.find(({ name }) => name === table.name);
  const compared = barred !== "" && beside !== null && other !== undefined;
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
  return { columns, lead, unitOf: (name: string) => units.get(name) ?? "count", barred, compared, sort, rows };
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
