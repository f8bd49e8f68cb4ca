import { describe, expect, test } from "vitest";
import { toCsvLine } from "../csv.ts";
import { parseCsv } from "./csv.ts";

const cellsOf = (csv: string) => parseCsv(csv).rows.map(({ cells }) => cells);

describe("a CSV file is read", () => {
  test.each([
    [
      "commas and CRLF",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a BOM and semicolons",
      "\uFEFFa;b\nc;1,5",
      [
        ["a", "b"],
        ["c", "1,5"],
      ],
    ],
    [
      "tabs",
      "a\tb\nc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "quotes, separators and line breaks in cells",
      '"a, ""b""","c\r\nd"\r\ne,f',
      [
        ['a, "b"', "c\r\nd"],
        ["e", "f"],
      ],
    ],
    [
      "a separator in a quoted first cell",
      '"a,b,c";d\ne;f',
      [
        ["a,b,c", "d"],
        ["e", "f"],
      ],
    ],
    [
      "empty cells, and no empty lines",
      "a,,\n\n,b\n",
      [
        ["a", "", ""],
        ["", "b"],
      ],
    ],
    [
      "old line ends",
      "a,b\rc,d\r",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["nothing", "", []],
  ])("with %s", (_name, csv, expected) => {
    expect(cellsOf(csv)).toEqual(expected);
  });

  test("with the line number of each row, also after cells of several lines", () => {
    expect(parseCsv('a\n"b\nc"\nd').rows.map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  test("up to a quote that is never closed, or is followed by text", () => {
    expect(parseCsv('a,b\nc,"d').problem).toMatchObject({ line: 2 });
    expect(parseCsv('a,b\n"c"d,e').problem).toMatchObject({ line: 2 });
  });
});

test("P17: cells that a spreadsheet would run are written as text, and read back unchanged", () => {
  const cells = ["=1+1", "+49", "-1", "@a", 'plain, with "quotes"', "two\nlines"];
  const line = toCsvLine(cells);
  expect(line).toContain("'=1+1,'+49,'-1,'@a");
  expect(cellsOf(line)).toEqual([cells]);
});
