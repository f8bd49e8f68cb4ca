import { Disclosure } from "@/components/ui/disclosure";
import { RowsTable, type RowsTableProps } from "@/components/ui/rows-table";

type Props<Row> = RowsTableProps<Row> & { summary: string; deferred?: boolean };

export function RowsDisclosure<Row>({ summary, deferred = true, ...table }: Props<Row>) {
  return (
    <Disclosure
      className="mt-3 rounded-md border border-line"
      summary={summary}
      deferred={deferred}
      summaryClass="min-h-8 px-3 py-1.5 text-sm text-muted hover:text-ink"
    >
      <div className="max-h-96 overflow-y-auto border-t border-line print:max-h-none">
        <RowsTable {...table} />
      </div>
    </Disclosure>
  );
}
