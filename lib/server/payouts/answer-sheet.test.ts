import { describe, expect, test } from "vitest";
import { readAmounts, readDays } from "./answer-values.ts";
import { becomesOf } from "./answer-words.ts";
import { readAnswer } from "./read-answer.ts";

const [one, two, three] = ["a", "b", "c"].map((each) => `cwpo_${each.repeat(20)}`);
const bounds = { rows: 5_000, columns: 200 };
const read = (text: string, choice = {}) => readAnswer(text, choice, bounds);
const columnsOf = (text: string) => {
  const { columns, headings } = read(text).sheet ?? { columns: {}, headings: [] };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([kind, at]) => (at === null ? [] : [[kind, headings[at as number]]])),
  );
};
const said = (text: string, choice = {}) =>
  read(text, choice).told.map(({ value, becomes, at, problem }) => [value, becomes, at, problem]);

describe("the columns of a file", () => {
  test.each([
    [
      "a German bank",
      "Buchungstag;Wertstellung;Verwendungszweck;Betrag;Währung;Info",
      "Buchungstag",
      "Verwendungszweck",
    ],
    ["a French bank", "Date opération;Date valeur;Libellé;Montant;Devise;Statut", "Date opération", "Libellé"],
    ["a Spanish bank", "Fecha operación;Fecha valor;Concepto;Importe;Divisa;Estado", "Fecha operación", "Concepto"],
    ["a Japanese bank", "取引日,起算日,摘要,出金金額,通貨,状態", "取引日", "摘要"],
  ])("the columns of a file of %s are known in its language", (_, head, date, reference) => {
    const [, , , amount, currency, status] = head.split(/[;,]/);
    expect(columnsOf(`${head}\n1\n`)).toEqual({ date, reference, amount, currency, status });
  });

  test.each([
    [
      "PayPal",
      "Date,Time,Name,Status,Currency,Gross,Fee,Net,Reference ID",
      ["Reference ID", "Gross", "Currency", "Status", "Date"],
    ],
    [
      "Wise",
      "ID,Status,Finished on,Source fee amount,Source amount (after fees),Source currency,Target amount (after fees),Target currency,Reference",
      ["Reference", "Target amount (after fees)", "Target currency", "Status", "Finished on"],
    ],
    [
      "Revolut",
      "Date completed (UTC),State,Description,Reference,Amount,Payment currency,Fee",
      ["Reference", "Amount", "Payment currency", "State", "Date completed (UTC)"],
    ],
    [
      "Mercury",
      "Date (UTC),Description,Amount,Status,Reference,Note",
      ["Reference", "Amount", undefined, "Status", "Date (UTC)"],
    ],
  ])("the columns of a file of %s are known", (_, head, [reference, amount, currency, status, date]) => {
    const wanted = { reference, amount, ...(currency && { currency }), status, date };
    expect(columnsOf(`${head}\n1\n`)).toEqual(wanted);
  });

  test.each([
    ["Reference ID,Fee amount,Tax status", { reference: "Reference ID" }],
    ["Reference ID,Amount,Gross,Status", { reference: "Reference ID", status: "Status" }],
    ["Reference ID,Amount,Amount,Status", { reference: "Reference ID", status: "Status" }],
  ])("the columns of a file that are ambiguous are left to a person: %s", (head, wanted) => {
    const text = `${head}\n${one},12.50,12.50,Completed`;
    expect(columnsOf(text)).toEqual(wanted);
    expect(read(text).told).toEqual([]);
  });

  test("the columns of a file can be selected, and are then used for every file with the same headings", () => {
    const text = `Zahlung;Gezahlt;Vermerk\n${one};12,50;Erledigt\n`;
    expect(columnsOf(text)).toEqual({ reference: "Zahlung" });
    const columns = { reference: 0, amount: 1, currency: null, status: 2, date: null };
    expect(said(text, { columns })).toEqual([["12.5", "paid", null, null]]);
    const key = read(text).sheet?.key ?? "";
    expect(read(text, { remembered: { [key]: columns } })).toMatchObject({ sheet: { remembered: true }, told: [{}] });
    expect(() => read(text, { columns: { ...columns, status: 9 } })).toThrow("The file does not have these columns.");
  });

  test("the columns of a file include the one with the Cartwright IDs, whatever its heading", () => {
    expect(columnsOf(`Text 1;Text 2;Betrag\nx;SEPA ${two?.toUpperCase()};-1,00`)).toMatchObject({
      reference: "Text 2",
    });
  });

  test("the columns of a file may follow lines about the account, and are shown with the first rows", () => {
    const text = `"Konto";"DE02"\n"Kontostand vom 20.11.2026:";"1,00 €"\n\n"Buchungsdatum";"Verwendungszweck";"Betrag (€)";"Betrag (EUR)"\n"20.11.26";"${one}";"x";"-12,50"`;
    expect(read(text).sheet).toMatchObject({
      headings: ["Buchungsdatum", "Verwendungszweck", "Betrag (€)", "Betrag (EUR)"],
    });
    expect(read(text).told).toMatchObject([{ value: "12.5", currency: "EUR", becomes: "paid", at: "2026-11-20" }]);
  });
});

describe("the amounts of a file", () => {
  test("the amounts of a file are compared without guessing: debits with a known heading, signs and groups", () => {
    const text = `Referenz;Betrag;Status\n${one};−1,25;gebucht\n${two};−1000,00;gebucht`;
    expect(said(text)).toEqual([
      ["1.25", "paid", null, null],
      ["1000", "paid", null, null],
    ]);
    expect(said(`Reference;Debit\n${one};12.50\n${two};`)).toEqual([
      ["12.5", "paid", null, null],
      [null, null, null, "no_amount"],
    ]);
  });

  test("the amounts of a file of a statement are payments if they went out, and change nothing if they came in", () => {
    const text = `Date;Description;Amount\n2026-11-20;${one};-12.50\n2026-11-21;${two};30.00\n2026-11-22;${one};12.50`;
    expect(said(text)).toEqual([
      ["30", null, "2026-11-21", "incoming"],
      ["12.5", null, "2026-11-22", "incoming"],
    ]);
    expect(
      said(`Description;Amount;Status\n${one};-5.00;Completed\n${two};7.00;Completed\n${three};9.00;Returned`),
    ).toEqual([
      ["5", "paid", null, null],
      ["7", "paid", null, "incoming"],
      ["9", "failed", null, null],
    ]);
  });

  test("the amounts of a file without a sign, a status or a heading for debits say nothing about what happened", () => {
    expect(said(`Reference;Amount\n${one};12.50`)).toEqual([["12.5", null, null, null]]);
  });

  test.each([
    [
      ["112.5", "1.000,00"],
      ["112.5", "1000"],
    ],
    [
      ["1.000,00", "1.234"],
      ["1000", "1234"],
    ],
    [
      ["1,000.50", "1,234"],
      ["1000.5", "1234"],
    ],
    [
      ["1 000,00", "1'000.00", "12,50 €", "EUR 3.00", "￥1,000,000"],
      ["1000", "1000", "12.5", "3", "1000000"],
    ],
    [
      ["(12.50)", "12.50-", "▲1", "-0.50"],
      ["-12.5", "-12.5", "-1", "-0.5"],
    ],
    [
      ["1,000", "12,500"],
      ["1000?", "12500?"],
    ],
    [
      ["1,50", "1.50", "1,000"],
      ["1.5", "1.5", "1000?"],
    ],
    [
      ["12..5", "abc", "1.00.000", "--5", ""],
      ["unclear", "unclear", "unclear", "unclear", null],
    ],
    [["9".repeat(50)], ["unclear"]],
  ])("%j are read as %j", (texts, wanted) => {
    const found = readAmounts(texts).map((each) =>
      each === null || each === "unclear" ? each : `${each.negative ? "-" : ""}${each.value ?? `${each.grouped}?`}`,
    );
    expect(found).toEqual(wanted);
  });
});

test.each([
  [
    ["20.11.2026", "1.2.26"],
    ["2026-11-20", "2026-02-01"],
  ],
  [
    ["2026-11-20T10:00:00Z", "2026/11/2", "20261120", "2026年11月20日", "R8.11.20"],
    ["2026-11-20", "2026-11-02", "2026-11-20", "2026-11-20", "2026-11-20"],
  ],
  [
    ["20/11/2026", "03/04/2026"],
    ["2026-11-20", "2026-04-03"],
  ],
  [
    ["11/20/2026", "03/04/2026"],
    ["2026-11-20", "2026-03-04"],
  ],
  [["03/04/2026"], ["unclear"]],
  [
    ["20 Nov 2026", "Nov 20, 2026", "20 de noviembre de 2026", "20 août 2026"],
    ["2026-11-20", "2026-11-20", "2026-11-20", "2026-08-20"],
  ],
  [
    ["31.2.2026", "soon", "", null],
    ["unclear", "unclear", null, null],
  ],
])("the days %j are read as %j", (texts, wanted) => {
  expect(readDays(texts)).toEqual(wanted);
});

test.each([
  ["Umsatz gebucht", "paid"],
  ["振込済み", "paid"],
  ["Exécuté", "paid"],
  ["Pagada", "paid"],
  ["組戻", "failed"],
  ["REVERTED", "failed"],
  ["Rückgabe", "failed"],
  ["en attente", "processing"],
  ["not completed", null],
])("the status %j means %s", (word, becomes) => {
  expect(becomesOf(word)).toBe(becomes);
});

test.each([
  ["", "The file has no lines."],
  ["Reference,Amount", "The file has no lines."],
  [`Reference,Amount\n"${one},1`, "Line 2: A quote is opened but never closed."],
  [`${"a,".repeat(300)}\n1`, "Line 1: There are more than 200 columns."],
  [`Reference,Amount\n${"x,1\n".repeat(5_001)}`, "The file has 5001 lines. At most 5000 are allowed."],
])("a file that is no table is refused: %#", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

describe("MT940", () => {
  const statement = (...entries: string[]) =>
    [
      ":20:STARTUMS",
      ":25:37040044/0532013000",
      ":28C:1/1",
      ":60F:C261101EUR1000,00",
      ...entries,
      ":62F:C261120EUR1,00",
      "-",
    ].join("\r\n");

  test("MT940 says what was booked and what came back, with the day of the booking", () => {
    const text = statement(
      `:61:2611201121D112,5NTRFNONREF//B1`,
      `:86:166?00UEBERWEISUNG?20EREF+${one?.slice(0, 20).replace("_", "-")}?21${one?.slice(20)}?22SVWZ+Demo Shop`,
      `:61:2612310102RD1000,00NRTI${two}`,
      ":86:RETURN",
    );
    expect(read(text)).toMatchObject({ message: "MT940", sheet: null });
    expect(read(text).told).toMatchObject([
      { value: "112.5", currency: "EUR", at: "2026-11-21", becomes: "paid", line: 5 },
      { value: "1000", at: "2027-01-02", becomes: "failed", reason: { message: "The money was paid back." } },
    ]);
    expect(JSON.stringify(read(text).told[0]?.texts)).toContain(one?.replace("_", "-"));
  });

  test("MT940 of a file that was booked as one sum names the file", () => {
    const text = statement(":61:261120D30,00NTRFNONREF", `:86:SEPA BATCH CWPF-${"1".repeat(20)}`);
    expect(read(text).told).toMatchObject([{ file: `CWPF-${"1".repeat(20)}`, value: "30", at: "2026-11-20" }]);
  });
});
