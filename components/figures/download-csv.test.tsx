import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RowsTable } from "@/components/ui/rows-table";
import * as messages from "@/lib/i18n/messages/en";
import { type FigureColumn, sheetOf } from "./download-csv";

type Row = { name: string; count: number; before?: number };

const columns: FigureColumn<Row>[] = [
  { id: "name", label: "Step", csv: ({ name }) => name, cell: ({ name }) => name.toUpperCase() },
  {
    id: "count",
    label: "Count",
    head: "Count of events",
    csv: ({ count }) => count,
    cell: ({ count }) => `${count}.0`,
  },
  { id: "change", label: "Change", cell: () => "+1%" },
  { id: "before", label: "Comparison", csv: ({ before }) => before },
];
const row = { name: "visits", count: 3 };

test("a table has the columns of the screen, and its CSV file those of the file", () => {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <RowsTable caption="Funnel" columns={columns} rows={[row]} rowKey={({ name }) => name} />
    </NextIntlClientProvider>,
  );
  const texts = markup.split(/<[^>]+>/).filter(Boolean);
  expect(texts).toEqual(["Funnel", "Step", "Count", "Change", "VISITS", "3.0", "+1%"]);
  expect(sheetOf(columns, [row])).toEqual([
    ["Step", "Count of events", "Comparison"],
    ["visits", 3, null],
  ]);
});
