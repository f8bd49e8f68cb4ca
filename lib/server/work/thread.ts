import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { ApiError, type Sentence } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";

// The side of a thread that reads one file, which `parse-in-thread.ts` starts.

export type ThreadWork = { text: string; bounds: { rows: number; columns: number } };

/** Parts come first, and the head ends them. */
export type FromThread<Head, Part> =
  | { refused: Sentence; part?: never; head?: never }
  | { refused?: never; part: Part[]; head?: never }
  | { refused?: never; part?: never; head: Head };

/** As much as the other thread receives and checks in a few milliseconds. */
const inPart = { characters: 20_000, items: 50 };

async function send(message: FromThread<unknown, unknown>): Promise<void> {
  parentPort?.postMessage(message);
  if (message.part) await once(parentPort as NonNullable<typeof parentPort>, "message");
}

export async function readHere<More>(
  read: (work: ThreadWork & More) => { head: unknown; all: readonly unknown[] },
): Promise<void> {
  try {
    if (workerData.text.includes("\0")) throw new ApiError(400, "invalid_request", sentence("fileNotText"));
    const { head, all } = read(workerData);
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
}
