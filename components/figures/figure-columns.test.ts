import { expect, test } from "vitest";
import { type FigureColumn, sheetOf, tableOf } from "./figure-columns";

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
  const { columns: shown, cell } = tableOf(columns);
  expect(shown.map(({ id }) => cell(row, id))).toEqual(["VISITS", "3.0", "+1%"]);
  expect(sheetOf("funnel", columns, [row])).toEqual({
    name: "funnel",
    head: ["Step", "Count of events", "Comparison"],
    rows: [["visits", 3, null]],
  });
});
