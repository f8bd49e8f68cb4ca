import "server-only";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { atMost } from "../../at-most.ts";
import { maxCsvColumns, maxCsvRows } from "../../contract/desk/jobs.ts";
import { ApiError } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import type { CsvRow } from "./csv.ts";
import type { FromThread, ThreadWork } from "./thread.ts";

// What a person sends is read in a thread, so that no file can stall the process. The thread has no secrets and little
// memory, and its results come in parts, because even receiving them takes time.

const bounds = { rows: maxCsvRows, columns: maxCsvColumns };
const patienceMs = 60_000;
const inTurn = atMost(() => 2);

/** `thread` is a whole path, found at run time: of one that is put together here, the bundler would make modules. */
export const readInThread = <Head, Part>(
  thread: string,
  work: { text: string; [more: string]: unknown },
  take: (part: Part[]) => void,
): Promise<Head> => inTurn(() => runThread(thread, { ...work, bounds }, take));

/** The thread sends its next part only after `take` has returned. */
async function runThread<Head, Part>(thread: string, work: ThreadWork, take: (part: Part[]) => void): Promise<Head> {
  const worker = new Worker(thread, {
    workerData: work,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    const signal = AbortSignal.timeout(patienceMs);
    for (;;) {
      const [{ refused, part, head }] = (await once(worker, "message", { signal })) as [FromThread<Head, Part>];
      if (refused !== undefined) throw new ApiError(400, "invalid_request", refused);
      if (head !== undefined) return head;
      take(part as Part[]);
      worker.postMessage("next");
    }
  } catch (cause) {
    const { name, code } = cause as { name?: string; code?: string };
    if (name !== "AbortError" && code !== "ERR_WORKER_OUT_OF_MEMORY") throw cause;
    throw new ApiError(400, "invalid_request", sentence("fileSlow"));
  } finally {
    await worker.terminate();
  }
}

/** `take` receives some rows at a time. The first row of all has the headings. */
export async function readCsv(text: string, take: (rows: CsvRow[]) => void): Promise<void> {
  await readInThread<null, CsvRow>(join(process.cwd(), "lib", "server", "work", "csv-thread.ts"), { text }, take);
}
