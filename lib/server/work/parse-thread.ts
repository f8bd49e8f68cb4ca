import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { ApiError, type Sentence } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import type { Choice } from "../payouts/answer-sheet.ts";
import { readAnswer, type SheetBounds } from "../payouts/read-answer.ts";
import { parseCsv } from "./csv.ts";

// Runs in a thread of its own, which `parse-in-thread.ts` starts for each file.

export type ThreadWork = { text: string; bounds: SheetBounds } & ({ kind: "csv" } | { kind: "answer"; choice: Choice });

/** Parts come first, and the head ends them. */
export type FromThread<Head, Part> =
  | { refused: Sentence; part?: never; head?: never }
  | { refused?: never; part: Part[]; head?: never }
  | { refused?: never; part?: never; head: Head };

const work: ThreadWork = workerData;

function readAll(): { head: unknown; all: readonly unknown[] } {
  if (work.text.includes("\0")) {
    throw new ApiError(400, "invalid_request", sentence("fileNotText"));
  }
  if (work.kind === "answer") {
    const { told, ...head } = readAnswer(work.text, work.choice, work.bounds);
    return { head, all: told };
  }
  const { rows, count, problem } = parseCsv(work.text, { ...work.bounds, rows: work.bounds.rows + 1 });
  if (problem) throw new ApiError(400, "invalid_request", sentence("line", problem));
  if (count === 0) throw new ApiError(400, "invalid_request", sentence("fileEmpty"));
  if (count > work.bounds.rows + 1) {
    throw new ApiError(400, "invalid_request", sentence("fileLines", { count: count - 1, most: work.bounds.rows }));
  }
  return { head: null, all: rows };
}

/** As much as the other thread receives and checks in a few milliseconds. */
const inPart = { characters: 20_000, items: 50 };

async function send(message: FromThread<unknown, unknown>): Promise<void> {
  parentPort?.postMessage(message);
  if (message.part) await once(parentPort as NonNullable<typeof parentPort>, "message");
}

try {
  const { head, all } = readAll();
  let part: unknown[] = [];
  let size = 0;
  for (const one of all) {
    part.push(one);
    size += JSON.stringify(one).length;
    if (size < inPart.characters && part.length < inPart.items) continue;
    await send({ part });
    [part, size] = [[], 0];
  }
  if (part.length > 0) await send({ part });
  await send({ head });
} catch (cause) {
  if (!(cause instanceof ApiError)) throw cause;
  await send({ refused: cause.sentence });
}
