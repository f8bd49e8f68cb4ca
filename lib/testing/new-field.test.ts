import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as z from "zod";
import { fill, pathsOf } from "../../components/forms/merge-edits.ts";
import { extension } from "../contract/common.ts";
import { missingFields, withoutFields } from "../contract/extensions.ts";
import { readRecordAs, takeFields } from "../contract/read-as.ts";
import { sheetColumns } from "../server/work/jobs/sheets.ts";
import { toColumns, toFields } from "../services/kernel/fields.ts";

// A field is declared in the contract, has a column in a table and a value in an empty form. Everything else follows from these.

const draft = z.strictObject({ name: z.string(), gift_note: z.string().optional().meta(extension) });
const record = z.looseObject({ id: z.string(), ...draft.partial().shape });
const table = pgTable("fixture", {
  id: text("id").notNull(),
  name: text("name").notNull(),
  giftNote: text("gift_note"),
  createdAt: timestamp("created_at").notNull(),
});
const empty = { name: "", gift_note: "" };
const gift = { id: "1", name: "Kit", gift_note: "For you" };

test("a new field is read from an API's response, and is none of those that a screen does not know", () => {
  expect(readRecordAs(record, { ...gift, colour: "red" })).toEqual({ ...gift, other: { colour: "red" } });
});

test("a new field that is an extension is not sent to an API that lacks it", () => {
  const operation = { method: "PUT", path: "/gifts", roles: [], summary: "", body: draft, response: record } as const;
  expect(withoutFields(gift, missingFields(operation) ?? [])).toEqual({ id: "1", name: "Kit" });
});

test("a new field has a column in files, in both directions", () => {
  expect(sheetColumns(record, draft)).toEqual([
    { name: "id", path: "id" },
    { name: "name", path: "name", form: "text" },
    { name: "gift_note", path: "gift_note", form: "text" },
  ]);
});

test("a new field is copied with its record", () => {
  expect(takeFields(draft, { ...gift, colour: "red" })).toEqual({ name: "Kit", gift_note: "For you" });
});

test("a new field is in the form, with the record's value or an empty one", () => {
  expect(fill(empty, gift)).toEqual({ name: "Kit", gift_note: "For you" });
  expect(fill(empty, { id: "1", name: "Kit" })).toEqual({ name: "Kit", gift_note: "" });
  expect(pathsOf({ ...empty, price: { type: "", value: 1 } })).toEqual([
    "name",
    "gift_note",
    "price.type",
    "price.value",
  ]);
});

test("a new field is stored in the column of its name, and read from there", () => {
  expect(toColumns(table, { gift_note: "For you" })).toEqual({ giftNote: "For you" });
  const at = new Date("2026-01-15T09:30:00Z");
  const row = { id: "1", name: "Kit", giftNote: "For you", createdAt: at };
  expect(toFields(table, row)).toEqual({ ...gift, created_at: "2026-01-15T09:30:00.000Z" });
  expect(toFields(table, row, "created_at")).toEqual(gift);
});
