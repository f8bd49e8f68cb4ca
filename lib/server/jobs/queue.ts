import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { log } from "../../log.ts";
import { type Pulse, startPulse } from "../../pulse.ts";
import { env } from "../env.ts";
import { forgetOld } from "../forget.ts";
import { runHeld } from "./held.ts";
import { runJob } from "./run.ts";
import { sweep } from "./sweep.ts";

// The queue carries only "check this now". A sweep repeats lost messages.

const queues = { job: "desk-job", held: "desk-held" } as const;
type Queue = keyof typeof queues;

const forgetMs = 60 * 60_000;

/** On globalThis, because the bundled app and the entry that serves it each have a copy of this module. */
const shared = globalThis as { cartwrightQueue?: PgBoss };

/** In a process without a queue this does nothing, and another process's sweep finds the work. */
export async function lookAt(queue: Queue, id: string, afterMs = 0): Promise<void> {
  try {
    await shared.cartwrightQueue?.send(
      queues[queue],
      { id },
      {
        // A message for later must not suppress one for now.
        singletonKey: afterMs > 0 ? `${id} later` : id,
        ...(afterMs > 0 && { startAfter: new Date(Date.now() + afterMs) }),
      },
    );
  } catch (cause) {
    log.warn({ err: cause, queue, id }, "the queue could not be told");
  }
}

type Options = {
  /** How many jobs, and how many held writes, this process handles at once. */
  workers?: number;
  sweepMs?: number;
  sliceMs?: number;
};

export async function startJobs({
  workers = 4,
  sweepMs = 10_000,
  sliceMs,
}: Options = {}): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    application_name: "cartwright-queue",
    schema: "pgboss",
    max: 3,
    schedule: false,
    monitorVacuum: false,
  });
  boss.on("error", (cause) => log.warn({ err: cause }, "the queue waits"));
  await boss.start();
  const stopping = new AbortController();
  for (const name of Object.values(queues)) {
    // At most one message waits for each job. A dead worker blocks nothing, because only the row's lease locks.
    await boss.createQueue(name, { policy: "short", expireInSeconds: 120, retryLimit: 0, deleteAfterSeconds: 3_600 });
  }
  const looking = { pollingIntervalSeconds: 0.5, localConcurrency: workers };
  await boss.work<{ id: string }>(queues.job, looking, async ([message]) => {
    if (!message) return;
    const due = await runJob(message.data.id, stopping.signal, sliceMs);
    if (due !== null && !stopping.signal.aborted) await lookAt("job", message.data.id, due);
  });
  await boss.work<{ id: string }>(queues.held, looking, async ([message]) => {
    if (!message) return;
    const due = await runHeld(message.data.id, stopping.signal);
    if (due !== null && !stopping.signal.aborted) await lookAt("held", message.data.id, due);
  });
  shared.cartwrightQueue = boss;
  const pulse = startPulse("jobs");
  const sweeping = sweepUntil(stopping.signal, sweepMs, pulse);
  return {
    async stop() {
      stopping.abort();
      pulse.end();
      await sweeping;
      delete shared.cartwrightQueue;
      // Waits a while for writes in progress; a write that is cut off is looked up by the next worker.
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

async function sweepUntil(signal: AbortSignal, everyMs: number, pulse: Pulse): Promise<void> {
  let forgotten = 0;
  while (!signal.aborted) {
    pulse.beat();
    try {
      if (Date.now() - forgotten > forgetMs) {
        forgotten = Date.now();
        await forgetOld();
      }
      const { jobs, held } = await sweep();
      for (const id of jobs) await lookAt("job", id);
      for (const { id, ms } of held) await lookAt("held", id, ms);
    } catch (cause) {
      log.warn({ err: cause }, "a sweep of the jobs failed; the next one is soon");
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
