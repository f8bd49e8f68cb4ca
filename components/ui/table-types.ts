import {
  type Column,
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  type RowData,
  rowSelectionFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

export type ColumnMeta = {
  align?: "start" | "end";
  /** The cell that holds the link of the row, stays in sight when scrolling sideways and heads the card on a phone. */
  primary?: boolean;
  /** The name the server sorts by. Without it the column cannot be sorted. */
  sort?: string;
  /** The order of a first click; dates and amounts usually want `desc`. */
  firstOrder?: SortOrder;
  /** The name of the column where `header` is not a plain text. */
  label?: string;
  /** Beside the name and no part of it, such as a mark that explains it. */
  aside?: ReactNode;
  /** Left out of the card on a phone. */
  notOnPhone?: boolean;
  /** May break into lines. */
  wrap?: boolean;
  /** A class, for what comes after the other columns and moves none of them. */
  minWidth?: string;
  /** The column is hidden while no row has a value. `undefined` is a value that is missing, `null` one that cannot exist. */
  optional?: boolean;
};

/** Sorting and paging are the server's; only what needs no other rows is registered. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
export type Features = typeof features;

// biome-ignore lint/suspicious/noExplicitAny: a list of columns holds values of many types; TanStack's own helper says `any` too.
export type TableColumns<Row extends RowData> = readonly ColumnDef<Features, Row, any>[];
export type TableInstance<Row extends RowData> = ReactTable<Features, Row>;

/** `const column = columnsFor<Offer>(); column.columns([column.accessor("name", { header: "Name", meta: { primary: true } })])` */
export const columnsFor = <Row extends RowData>() => createColumnHelper<Features, Row>();

type SortOrder = "asc" | "desc";

/** What the address of a list holds. `onStateChange` takes a part of it, as the setter of nuqs' `useQueryStates` does. */
export type TableState = {
  sort: string | null;
  order: SortOrder;
  /** From 1. */
  page: number;
  perPage: number;
  /** Ids of columns that are not shown, and `!id` for a column that is shown although no row has a value. */
  hidden: readonly string[];
};
export type TableStateChange = (change: Partial<TableState>) => void;

/** What is known of all pages together. `total` is null where the server does not say. */
export type TableCount = { total: number | null; hasNext: boolean };

export type TableError = { title?: string; detail?: React.ReactNode; requestId?: string; action?: React.ReactNode };

// biome-ignore lint/suspicious/noExplicitAny: any value type.
export function columnLabel<Row extends RowData>(column: Column<Features, Row, any>) {
  const { header, meta } = column.columnDef;
  return meta?.label ?? (typeof header === "string" ? header : column.id);
}
