import { describe, expect, test } from "vitest";
import { toCsvLine } from "../../csv.ts";
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
  ])("a CSV file is read with %s", (_name, csv, expected) => {
    expect(cellsOf(csv)).toEqual(expected);
  });

  test("a CSV file is read with the line number of each row, also after cells of several lines", () => {
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

describe("P27: a text begins no formula", () => {
  // How spreadsheets of each language split a line that was written with commas.
  const begins = (line: string, separator: RegExp) =>
    line.split(separator).filter((part) => /^["\s]*[=+\-@＝＋－＠]/.test(part));

  test.each([
    "x;=1+1",
    "x; =1+1",
    "x\t=1+1",
    "x\t \t@SUM(A1)",
    "two\n=1+1",
    "two\r\n- 1",
    ";;+1",
    "  =1+1",
    "\u00a0-1",
    "\ufeff=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠a",
    "x;＝1+1",
    '";=1+1;"',
    '"=1+1',
    "\tx",
    "\n\n=1",
    "x;'=1",
    "'=1+1",
    "''-1",
    "' ;'+1",
  ])("after any separator in %j, and it is read back unchanged", (text) => {
    const line = toCsvLine(["a", text, "b"]);
    for (const separator of [/[;\t\r\n]/, /[,\r\n]/]) expect(begins(line, separator)).toEqual([]);
    expect(cellsOf(`h,i,j\r\n${line}`)).toEqual([
      ["h", "i", "j"],
      ["a", text, "b"],
    ]);
  });

  test.each(["a;b", "it's", "x; 'quoted'", "10 - 2", "a=b", "mail@shop.test", "' ", "5' 3\n"])(
    "and %j, which holds none, is written as it is",
    (text) => {
      expect(toCsvLine([text])).toBe(`${/[\r\n]/.test(text) ? `"${text}"` : text}\r\n`);
      expect(cellsOf(toCsvLine(["a", text]))).toEqual([["a", text]]);
    },
  );

  test("any text of separators, apostrophes and signs is read back unchanged", () => {
    const signs = ["'", ";", "\t", "\n", "\r", " ", "=", "-", "＝", "a", '"', ","];
    for (let n = 0; n < signs.length ** 4; n++) {
      const text = [0, 1, 2, 3].map((place) => signs[Math.floor(n / signs.length ** place) % signs.length]).join("");
      const [, cells] = cellsOf(`h,i\r\n${toCsvLine(["a", text])}`);
      if (cells?.[1] !== text) throw new Error(`${JSON.stringify(text)} became ${JSON.stringify(cells)}.`);
    }
  });

  test("in a long text of blanks, signs and separators, found without delay", () => {
    for (const part of [" ", "\t", "'", "\n", "; "])
      expect(toCsvLine([part.repeat(200_000)]).length).toBeGreaterThan(1);
  });
});
