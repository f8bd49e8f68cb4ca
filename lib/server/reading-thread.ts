import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { ApiError } from "../contract/errors.ts";
import { parseCsv } from "./csv.ts";
import type { Choice } from "./payouts/answer-sheet.ts";
import { type Bounds, readAnswer } from "./payouts/read-answer.ts";

// Runs in a thread of its own, which `reading.ts` starts for each file.

export type ThreadWork = { text: string; bounds: Bounds } & ({ kind: "csv" } | { kind: "answer"; choice: Choice });

/** Parts come first, and the head ends them. */
export type FromThread<Head, Part> =
  | { refused: string; part?: never; head?: never }
  | { refused?: never; part: Part[]; head?: never }
  | { refused?: never; part?: never; head: Head };

const work: ThreadWork = workerData;

function readAll(): { head: unknown; all: readonly unknown[] } {
  if (work.text.includes("\0")) {
    throw new ApiError(400, "invalid_request", "The file is not a text in UTF-8. Save it in UTF-8.");
  }
  if (work.kind === "answer") {
    const { told, ...head } = readAnswer(work.text, work.choice, work.bounds);
    return { head, all: told };
  }
  const { rows, count, problem } = parseCsv(work.text, { ...work.bounds, rows: work.bounds.rows + 1 });
  if (problem) throw new ApiError(400, "invalid_request", `Line ${problem.line}: ${problem.message}`);
  if (count === 0) throw new ApiError(400, "invalid_request", "The file is empty.");
  if (count > work.bounds.rows + 1) {
    const message = `The file has ${count - 1} lines. At most ${work.bounds.rows} are allowed.`;
    throw new ApiError(400, "invalid_request", message);
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
  await send({ refused: cause.message });
}
