import { Moment } from "@/components/moment";
import { Look, type StatusLook } from "@/components/ui/badge";
import { columnsFor, type Room } from "@/components/ui/table-types";

type Fields = { status?: string | undefined; created_at?: string | undefined; updated_at?: string | undefined };

/** The columns of records, of which an API may leave any field out. `sorts` are those by which it is known to sort. */
export function recordColumns<Row extends Fields>(sorts: readonly string[]) {
  const column = columnsFor<Row>();
  const sortBy = (name: string) => sorts.includes(name) && { sort: name };
  const field: typeof column.field = (name, header, show, meta) =>
    column.field(name, header, show, { optional: true, ...sortBy(name), ...meta });
  return {
    field,
    /** The name, which links to the record; `nameOf` says how a record without one is called. */
    name: (header: string, nameOf: (row: Row) => string) =>
      column.accessor(nameOf, { id: "name", header, meta: { primary: true, ...sortBy("name") } }),
    status: (header: string, lookOf: (status: string, row: Row) => StatusLook) =>
      field("status", header, (status, row) => <Look {...lookOf(status as string, row)} />),
    date: (name: "created_at" | "updated_at", header: string, room?: Room) =>
      field(name, header, (at) => <Moment at={at as string} />, {
        ...{ align: "end", firstOrder: "desc", notOnPhone: true },
        ...(room && { room }),
      }),
  };
}
