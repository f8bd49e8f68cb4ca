import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerOptions } from "../../services/delivery/worker.ts";
import { type DeliveryTest, type Receiver, startReceiver, type TestEndpoint, until } from "./delivery.ts";

// Rounds of injected faults: a few in the tests, many in `npm run soak -- delivery`.

export type Tally = {
  created: number;
  delivered: number;
  lost: number;
  repeated: number;
  unknown: number;
  wrong?: number;
};

export async function tally(delivery: DeliveryTest, receiver: Receiver, created: readonly string[]): Promise<Tally> {
  const seen = receiver.eventIds();
  const [row] = await delivery.rows<{ unknown: number }>(
    "select count(*) as unknown from checkout.attempt where finished_at is null",
  );
  const delivered = created.filter((id) => seen.has(id)).length;
  return {
    created: created.length,
    delivered,
    lost: created.length - delivered,
    repeated: receiver.received.length - seen.size,
    unknown: row?.unknown ?? 0,
  };
}

export const settled = (delivery: DeliveryTest) => async () => {
  const { pending = 0, failed = 0 } = await delivery.counts();
  return pending + failed === 0;
};

export async function killBeforeSend(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    const created: string[] = [];
    for (let round = 0; round < rounds; round++) {
      created.push((await delivery.emit()).id);
      const claimer = await delivery.process(`
        const { openDatabase } = await import("./lib/database/client.ts");
        const { claim } = await import("./lib/services/delivery/claim.ts");
        const db = openDatabase(${JSON.stringify(delivery.url)}, 1);
        const claimed = await claim(db, { batch: 5, leaseSeconds: 0.5, perEndpoint: 8, depth: 8 });
        console.log("claimed " + claimed.length);
        setInterval(() => {}, 1000);`);
      if (claimer.line === "claimed 0") throw new Error("Nothing was claimed.");
      await kill(claimer);
    }
    return finish(delivery, receiver, created);
  });
}

/** Kills the sender after the receiver got the request and before the response is stored. */
export async function killAfterSend(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    const created: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const arrived = Promise.withResolvers<void>();
      receiver.respond = () => arrived.resolve();
      const worker = await delivery.workerProcess();
      created.push((await delivery.emit()).id);
      await arrived.promise;
      await kill(worker);
    }
    receiver.respond = (_, response) => response.end();
    return finish(delivery, receiver, created);
  });
}

export async function killAnywhere(delivery: DeliveryTest, rounds: number, perRound = 20): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    const created: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const worker = await delivery.workerProcess();
      for (let n = 0; n < perRound; n++) created.push((await delivery.emit()).id);
      await sleep(Math.random() * 120);
      await kill(worker);
    }
    return finish(delivery, receiver, created);
  });
}

/** Kills the process that writes events. Each event must have all of its deliveries or not exist. */
export async function killInFanOut(delivery: DeliveryTest, rounds: number, endpoints = 20) {
  const receiver = await startReceiver();
  try {
    for (let n = 0; n < endpoints; n++) await delivery.endpoint(`${receiver.origin}/${n}`);
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      const writer = await delivery.process(`
        const { openDatabase } = await import("./lib/database/client.ts");
        const { emit } = await import("./lib/services/delivery/emit.ts");
        const { sample } = await import("./lib/contract/events.ts");
        const db = openDatabase(${JSON.stringify(delivery.url)}, 4);
        const write = async () => {
          for (;;) {
            const { id } = await db.transaction((tx) =>
              emit(tx, ${delivery.tenantId}, { type: "order.edited", data: sample("order.edited") }));
            console.log(id);
          }
        };
        await Promise.all([write(), write(), write(), write()]);`);
      acknowledged++;
      writer.stdout?.on("data", (text) => {
        acknowledged += String(text).split("\n").length - 1;
      });
      await sleep(100 + Math.random() * 200);
      await kill(writer);
    }
    const [row] = await delivery.rows<{ events: number; partial: number; deliveries: number }>(`
      select count(*) as events, count(*) filter (where n <> ${endpoints}) as partial, sum(n)::int as deliveries from (
        select e.id, count(d.id) as n from checkout.event e
        left join checkout.delivery d on d.tenant_id = e.tenant_id and d.event_id = e.id group by 1
      ) counted`);
    return { acknowledged, events: row?.events ?? 0, partial: row?.partial ?? -1, deliveries: row?.deliveries ?? 0 };
  } finally {
    await receiver.close();
  }
}

/** Kills or stops the database while two processes claim, send and store. Only acknowledged events count. */
export async function killDatabase(
  delivery: DeliveryTest,
  database: { kill(signal: "SIGQUIT" | "SIGINT"): Promise<void>; revive(): Promise<void> },
  rounds: number,
): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    const created: string[] = [];
    const [first, second] = await Promise.all([delivery.workerProcess(), delivery.workerProcess()]);
    for (let round = 0; round < rounds; round++) {
      const writing = (async () => {
        for (let n = 0; n < 40; n++) {
          await delivery.emit().then(
            ({ id }) => created.push(id),
            () => sleep(20),
          );
        }
      })();
      await sleep(50 + Math.random() * 100);
      await database.kill(round % 2 ? "SIGINT" : "SIGQUIT");
      await sleep(300);
      await database.revive();
      await writing;
    }
    created.push((await retry(() => delivery.emit())).id);
    // Each worker reconnects without help: no other worker is started, and one is enough in the end.
    await until(settled(delivery), 60_000);
    await kill(first);
    created.push((await delivery.emit()).id);
    await until(settled(delivery), 60_000);
    await kill(second);
    return tally(delivery, receiver, created);
  });
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if (attempt === 200) throw cause;
      await sleep(50);
    }
  }
}

export async function withReceiver(
  delivery: DeliveryTest,
  run: (receiver: Receiver, endpoint: TestEndpoint) => Promise<Tally>,
): Promise<Tally> {
  const receiver = await startReceiver();
  try {
    return await run(receiver, await delivery.endpoint(`${receiver.origin}/hooks`));
  } finally {
    await receiver.close();
  }
}

export async function finish(
  delivery: DeliveryTest,
  receiver: Receiver,
  created: readonly string[],
  options?: WorkerOptions,
): Promise<Tally> {
  const worker = delivery.worker(options);
  await until(() => settled(delivery)().catch(() => false), 60_000 + 50 * created.length);
  worker.wake();
  return tally(delivery, receiver, created);
}

export async function kill(child: Awaited<ReturnType<DeliveryTest["process"]>>): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
