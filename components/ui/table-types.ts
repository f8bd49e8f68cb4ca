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

export const roomClass = {
  small: "sm:@max-[46rem]/table:hidden",
  medium: "sm:@max-[68rem]/table:hidden",
  wide: "sm:@max-[85rem]/table:hidden",
};
export type Room = keyof typeof roomClass;

export type ColumnMeta = {
  align?: "start" | "end";
  /** The cell contains the row's link, stays visible when scrolling sideways, and heads the card on a phone. */
  primary?: boolean;
  /** The name by which the server sorts; without it, the column cannot be sorted. */
  sort?: string;
  /** The order of a first click; dates and amounts usually want `desc`. */
  firstOrder?: SortOrder;
  label?: string;
  /** Shown beside the name but not part of it, such as a help mark. */
  aside?: ReactNode;
  notOnPhone?: boolean;
  /**
   * The column is hidden while the table has less room. `small` fits beside a pane, `medium` in a window of 1440 pixels
   * and `wide` in one of 1680.
   */
  room?: Room;
  wrap?: boolean;
  /** A class that reserves space for content which arrives later, so that no column moves. */
  minWidth?: string;
  /** The column is hidden while no row has a value. `undefined` is a missing value, `null` one that cannot exist. */
  optional?: boolean;
};

/** The server sorts and pages, so only features that need no other rows are registered. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
export type Features = typeof features;

// biome-ignore lint/suspicious/noExplicitAny: a list of columns has values of many types; TanStack's own helper says `any` too.
export type TableColumns<Row extends RowData> = readonly ColumnDef<Features, Row, any>[];
export type TableInstance<Row extends RowData> = ReactTable<Features, Row>;

export function columnsFor<Row extends RowData>() {
  const column = createColumnHelper<Features, Row>();
  /**
   * A column of one field. `show` gets only values that are there; otherwise the table says what is missing, or, with
   * `orNone`, that there is none.
   */
  const field = <Name extends keyof Row & string>(
    name: Name,
    header: string,
    show: (value: NonNullable<Row[Name]>, row: Row) => ReactNode,
    { id = name, orNone = false, ...meta }: ColumnMeta & { id?: string; orNone?: boolean } = {},
  ) =>
    column.accessor((row) => row[name], {
      id,
      header,
      meta,
      cell: ({ getValue, row }) => {
        const value = getValue();
        if (value == null) return orNone ? null : (value as null | undefined);
        return show(value, row.original);
      },
    });
  /** A column of any content of a row; the table says what is missing. */
  const cell = (id: string, header: string, show: (row: Row) => ReactNode, meta: ColumnMeta = {}) =>
    column.accessor(show, { id, header, meta, cell: ({ row }) => show(row.original) });
  return { ...column, cell, field };
}

type SortOrder = "asc" | "desc";

/** The address of a list contains this state. `onStateChange` takes a part of it, like nuqs' `useQueryStates`. */
export type TableState = {
  sort: string | null;
  order: SortOrder;
  page: number;
  perPage: number;
  /** Ids of hidden columns, and `!id` for a column that is shown although no row has a value or the table is narrow. */
  hidden: readonly string[];
};
export type TableStateChange = (change: Partial<TableState>) => void;

export type TableCount = { total: number | null; hasNext: boolean };

export type TableRowProps<Row extends RowData> = {
  rowName: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Opens a row without leaving the page; its link still works for other tabs. */
  onRowOpen?: (row: Row) => void;
  currentRow?: string;
};

export type TableError = { title?: string; detail?: React.ReactNode; requestId?: string; action?: React.ReactNode };

// biome-ignore lint/suspicious/noExplicitAny: any value type.
export function columnLabel<Row extends RowData>(column: Column<Features, Row, any>) {
  const { header, meta } = column.columnDef;
  return meta?.label ?? (typeof header === "string" ? header : column.id);
}
