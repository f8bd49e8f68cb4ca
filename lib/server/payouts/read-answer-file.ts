import "server-only";
import { join } from "node:path";
import { readInThread } from "../work/parse-in-thread.ts";
import type { Choice, Sheet } from "./answer-sheet.ts";
import type { BankLine } from "./bank-line.ts";

export async function readAnswerFile(text: string, choice: Choice) {
  const told: BankLine[] = [];
  const head = await readInThread<{ message: string | null; sheet: Sheet | null }, BankLine>(
    join(process.cwd(), "lib", "server", "payouts", "answer-thread.ts"),
    { text, choice },
    (part) => told.push(...part),
  );
  return { ...head, told };
}
