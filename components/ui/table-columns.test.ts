import { describe, expect, test } from "vitest";
import { columnsWithoutValues, withColumn } from "./table-columns";
import { columnsFor } from "./table-types";

type Row = { name: string; place?: string | null; tags?: string[]; sum?: { value: number } };
const column = columnsFor<Row>();
const columns = column.columns([
  column.accessor("name", { header: "Name", meta: { primary: true } }),
  column.accessor("place", { header: "Place", meta: { optional: true } }),
  column.accessor("tags", { header: "Tags", meta: { optional: true } }),
  column.accessor(({ sum }) => sum?.value, { id: "sum", header: "Sum", meta: { optional: true } }),
]);
const hides = (...rows: Omit<Row, "name">[]) =>
  columnsWithoutValues(
    columns,
    rows.map((row) => ({ name: "A", ...row })),
  );

describe("a column is hidden", () => {
  test("a column is hidden if no row has a value for it", () =>
    expect(hides({}, {})).toEqual(["place", "tags", "sum"]));
  test("a column is hidden if its only value is an empty text", () =>
    expect(hides({ place: "", tags: [], sum: { value: 0 } })).toEqual(["place"]));
  test("a column is hidden if some rows cannot have a value and the others lack it", () =>
    expect(hides({ place: null }, {})).toContain("place"));
});

describe("a column is shown", () => {
  test("a column is shown in an empty list", () => expect(hides()).toEqual([]));
  test("a column is shown if one row has a value", () => expect(hides({ place: "Cart" }, {})).toEqual(["tags", "sum"]));
  test("a column is shown if its value is an empty list or zero", () =>
    expect(hides({ tags: [], sum: { value: 0 } })).toEqual(["place"]));
  test("a column is shown if every row states that it has none", () =>
    expect(hides({ place: null }, { place: null })).not.toContain("place"));
});

test("a column without values that a person asks for stays, until the person hides it", () => {
  expect(withColumn(["sum"], "place", true, ["place"])).toEqual(["sum", "!place"]);
  expect(withColumn(["sum", "!place"], "place", false, ["place"])).toEqual(["sum", "place"]);
  expect(withColumn(["sum", "place"], "place", true, [])).toEqual(["sum"]);
});
