import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../../../log.ts";
import { repeat, startPulse } from "../../../repeat.ts";
import { forgetOld } from "../../memory/retention.ts";
import { findDueJobs } from "./lease.ts";
import { handOut, runJob } from "./run.ts";

const forgetMs = 60 * 60_000;
/** How long a stopping process waits for writes in progress. The next worker looks up those that are cut off. */
const graceMs = 5_000;

type Due = { id: string };
type Options = {
  workers?: number;
  pollMs?: number;
  sliceMs?: number;
};

/** The rows are the queue: any number of processes look for due ones, and the lease of a row gives it to one of them. */
export function startJobs({ workers = 4, pollMs = 500, sliceMs }: Options = {}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pulse = startPulse("jobs");
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  let trouble = false;
  const find = async (findDue: () => Promise<Due[]>): Promise<Due[]> => {
    await pause(pollMs);
    if (signal.aborted) return [];
    try {
      const found = await findDue();
      trouble = false;
      return found;
    } catch (cause) {
      if (!trouble) log.warn({ err: cause }, "due jobs could not be read; they are looked for again");
      trouble = true;
      return [];
    }
  };
  const workOn = (findDue: () => Promise<Due[]>, run: (id: string) => Promise<void>) => {
    const due = handOut(
      () => find(findDue),
      ({ id }: Due) => id,
    );
    const work = async () => {
      while (!signal.aborted) {
        pulse.beat();
        const row = await due.next();
        if (!row) continue;
        await run(row.id).catch((cause) => log.warn({ err: cause, id: row.id }, "a turn failed"));
        due.giveBack(row);
      }
    };
    return Promise.all(Array.from({ length: workers }, work));
  };
  const forgetting = repeat(forgetOld, { everyMs: forgetMs, failure: "expired rows were not deleted" });
  // Delayed changes have workers of their own, because a person waits for them and other jobs take long turns.
  const working = Promise.all(
    [true, false].map((delayed) =>
      workOn(
        () => findDueJobs(delayed),
        (id) => runJob(id, signal, sliceMs),
      ),
    ),
  );
  return {
    async stop() {
      stopping.abort();
      pulse.end();
      await Promise.race([Promise.all([working, forgetting.stop()]), sleep(graceMs, undefined, { ref: false })]);
    },
  };
}
