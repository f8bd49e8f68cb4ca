import { describe, expect, test } from "vitest";
import { readAnswerFile } from "../payouts/read-answer-file.ts";
import type { CsvRow } from "./csv.ts";
import { readCsv } from "./parse-in-thread.ts";

const rowsOf = async (text: string) => {
  const parts: CsvRow[][] = [];
  await readCsv(text, (part) => parts.push(part));
  return parts;
};
const largest = 5 * 1024 * 1024;
const upTo = (text: string) => text.repeat(Math.floor(largest / text.length));
/** How often other work gets its turn while a file is read. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await work.catch(() => {});
  clearInterval(timer);
  return turns;
}

describe("a file of a person", () => {
  test("a file of a person is read in parts, in its order", async () => {
    const parts = await rowsOf(
      `id,name\n${Array.from({ length: 5_000 }, (_, n) => `${n},${"x".repeat(200)}`).join("\n")}`,
    );
    expect(parts.length).toBeGreaterThan(10);
    const rows = parts.flat();
    expect(rows).toHaveLength(5_001);
    expect([rows[0]?.cells, rows[5_000]?.cells[0], rows[5_000]?.line]).toEqual([["id", "name"], "4999", 5_001]);
  });

  test.each([
    ["", "The file is empty."],
    [upTo(","), "Line 1: There are more than 200 columns."],
    [upTo("a\n"), "The file has 2621439 lines. At most 5000 are allowed."],
    [`a,b\n"${upTo("x").slice(6)}`, "Line 2: A quote is opened but never closed."],
    ["a\0b", "The file is not a text in UTF-8. Save it in UTF-8."],
  ])("that is too large or no table is refused: %#", async (text, message) => {
    await expect(rowsOf(text)).rejects.toMatchObject({ status: 400, message });
  });

  test.each([
    [upTo("<a>"), "The XML has more than 60 levels."],
    [`<Document>${upTo("<a/>").slice(100)}</Document>`, "The XML has more than 400000 elements."],
    [upTo(":61:2611201121D1,00NTRF\n:86:x\n").replace("", ":20:x\n:25:y\n"), /^The file has \d+ lines/],
  ])("a file of a bank that is too deep or has too many parts is refused: %#", async (text, message) => {
    await expect(readAnswerFile(text, {})).rejects.toThrow(message);
  });

  test("a file of a person does not hold up other work, and several are read at the same time", async () => {
    expect(await turnsDuring(rowsOf(upTo("a,b,c,d\n")))).toBeGreaterThan(5);
    const all = await Promise.all(Array.from({ length: 5 }, (_, n) => rowsOf(`id\n${n}`)));
    expect(all.map((parts) => parts.flat()[1]?.cells[0])).toEqual(["0", "1", "2", "3", "4"]);
  });
});
