import { Tags } from "lucide-react";
import { useState } from "react";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataTable, type DataTableProps } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter, dateFilter, minimumFilter, textFilter } from "@/components/ui/filters";
import { MenuItem } from "@/components/ui/menu";
import { RowsTable } from "@/components/ui/rows-table";
import { columnsFor, type TableState } from "@/components/ui/table-types";
import { Group, long, Specimen } from "./specimen";

type Offer = { id: string; name: string; status: "active" | "draft"; revenue: string };

const offers: Offer[] = [
  { id: "care-kit", name: "Care kit", status: "active", revenue: "€1,240.00" },
  { id: "filters", name: "Filters", status: "draft", revenue: "€0.00" },
  { id: "ups_3", name: long, status: "active", revenue: "€98.50" },
];
const column = columnsFor<Offer>();
const columns = column.columns([
  column.accessor("name", { header: "Offer", meta: { primary: true, sort: "name", wrap: true } }),
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => <Status tone={getValue() === "active" ? "success" : "neutral"}>{getValue()}</Status>,
  }),
  column.accessor("revenue", { header: "Revenue", meta: { align: "end", sort: "revenue", firstOrder: "desc" } }),
]);
const first: TableState = { sort: "revenue", order: "desc", page: 1, perPage: 5, hidden: [] };
const nothing = () => undefined;

export function Tables() {
  const [state, setState] = useState(first);
  const [selection, setSelection] = useState<string[]>(["care-kit"]);
  const change = (next: Partial<TableState>) => setState({ ...state, ...next });
  const table = (caption: string, more: Partial<DataTableProps<Offer>>) => (
    <DataTable
      caption={caption}
      columns={columns}
      rows={offers}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      state={state}
      onStateChange={change}
      shortcuts={false}
      empty={{ level: 3, icon: <Tags />, title: "No offers yet" }}
      {...more}
    />
  );
  return (
    <Group name="tables" title="Tables">
      <Specimen of="filter-bar filters filter-editors" wide>
        <Filters />
      </Specimen>
      <Specimen of="data-table table-head table-grid table-rows table-columns pagination hydrate-on-touch" wide>
        {table("Offers, one selected", {
          count: { total: 240, hasNext: true },
          rowActions: () => <MenuItem>Duplicate</MenuItem>,
          selection,
          onSelectionChange: setSelection,
          bulkActions: <Button size="sm">Enable</Button>,
          toolbar: (
            <FilterBar search={{ value: "", onValueChange: nothing, label: "Search offers", shortcut: false }} />
          ),
        })}
        {table("Offers, loading", { rows: undefined })}
        {table("Offers, failed", {
          rows: undefined,
          error: { title: "Connected service unavailable", detail: "The checkout service did not respond in time." },
          onRetry: nothing,
        })}
        {table("Offers, none yet", { rows: [] })}
        {table("Offers, nothing found", { rows: [], filtered: true, onClearFilters: nothing })}
      </Specimen>
      <Specimen of="rows-table" wide>
        <RowsTable
          caption="Revenue by offer"
          columns={[
            { id: "name", label: "Offer", cell: ({ name }) => name },
            { id: "revenue", label: "Revenue", align: "end", cell: ({ revenue }) => revenue, total: "€1,338.50" },
          ]}
          rows={offers}
          rowKey={({ id }) => id}
        />
      </Specimen>
    </Group>
  );
}

function Filters() {
  const [status, setStatus] = useState<string | null>("active");
  const [name, setName] = useState("");
  const [revenue, setRevenue] = useState<number | null>(null);
  const [search, setSearch] = useState("kettle");
  const [days, setDays] = useState<{ from: string | null; to: string | null }>({ from: "2026-11-01", to: null });
  return (
    <FilterBar
      search={{ value: search, onValueChange: setSearch, label: "Search the list", shortcut: false }}
      filters={[
        choiceFilter({
          id: "status",
          label: "Status",
          value: status,
          onChange: setStatus,
          options: [
            { value: "active", label: "Active" },
            { value: "draft", label: "Draft" },
          ],
        }),
        textFilter({ id: "name", label: "Name", value: name, onChange: setName }),
        minimumFilter({
          id: "revenue",
          label: "Revenue",
          value: revenue,
          summary: revenue === null ? null : `≥ €${revenue}`,
          prefix: "EUR",
          onChange: setRevenue,
        }),
        dateFilter({
          id: "days",
          label: "Created",
          ...days,
          onChange: setDays,
          summary: days.from === null ? null : `since ${days.from}`,
        }),
      ]}
      onClearAll={nothing}
      actions={<Button size="sm">Export as CSV</Button>}
    />
  );
}
