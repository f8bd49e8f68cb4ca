import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { sample } from "../../contract/events.ts";
import { emitAll } from "../../services/delivery/emit.ts";
import { release, replayFailed } from "../../services/delivery/replay.ts";
import { type DeliveryTest, patient, quick, until } from "./delivery.ts";
import { finish, kill, settled, type Tally, withReceiver } from "./rounds.ts";

/** Kills a worker after it stored a response: the event must not be sent again. */
export function killAfterCommit(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    const created: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const worker = await delivery.workerProcess(patient);
      created.push((await delivery.emit()).id);
      await until(async () => (await delivery.counts()).delivered === created.length);
      await kill(worker);
    }
    const tally = await finish(delivery, receiver, created, patient);
    return { ...tally, wrong: tally.repeated };
  });
}

/** Workers of three processes compete for each row, and each event must be sent once. */
export function contend(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    const workers = await Promise.all([1, 2, 3].map(() => delivery.workerProcess(patient)));
    const created: string[] = [];
    for (let round = 0; round < rounds; round++) {
      created.push((await delivery.emit()).id);
      await until(settled(delivery));
    }
    for (const worker of workers) await kill(worker);
    const tally = await finish(delivery, receiver, created, patient);
    return { ...tally, wrong: tally.repeated };
  });
}

/** One of two processes stalls beyond its leases, and continues after the other has done its work. */
export function stall(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    receiver.respond = async (_, response) => {
      await sleep(20);
      response.end();
    };
    const [first, second] = await Promise.all([delivery.workerProcess(), delivery.workerProcess()]);
    const created: string[] = [];
    let wrong = 0;
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < 20; n++) created.push((await delivery.emit()).id);
      first.kill("SIGSTOP");
      await until(settled(delivery), 30_000);
      const before = JSON.stringify(await delivery.rows("select * from checkout.delivery order by id"));
      first.kill("SIGCONT");
      await sleep(100);
      if (JSON.stringify(await delivery.rows("select * from checkout.delivery order by id")) !== before) wrong++;
    }
    await Promise.all([kill(first), kill(second)]);
    return { ...(await finish(delivery, receiver, created)), wrong };
  });
}

/** The wall clock of a process jumps back and forth by years. No attempt may be early, and none may be missing. */
export function jumpClock(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver) => {
    const waitSeconds = 0.3;
    const tries = new Map<string, number[]>();
    receiver.respond = ({ body, at }, response) => {
      const { id } = JSON.parse(body);
      tries.set(id, [...(tries.get(id) ?? []), at]);
      response.writeHead(tries.get(id)?.length === 3 ? 200 : 429, { "retry-after": "0" }).end();
    };
    const delays = [0, waitSeconds, waitSeconds, waitSeconds, waitSeconds];
    const child = await delivery.process(`
      const real = Date;
      let jump = 0;
      globalThis.Date = class extends real {
        constructor(...given) { if (given.length) super(...given); else super(real.now() + jump); }
        static now() { return real.now() + jump; }
      };
      setInterval(() => { jump = Math.round((Math.random() - 0.5) * 6e11); }, 25);
      const { startDeliveryWorker } = await import("./lib/services/delivery/worker.ts");
      startDeliveryWorker(${JSON.stringify(delivery.url)}, ${JSON.stringify({ ...quick, delays })});
      console.log("started");`);
    const created: string[] = [];
    let wrong = 0;
    for (let round = 0; round < rounds; round++) {
      const { id } = await delivery.emit();
      created.push(id);
      await until(settled(delivery));
      const times = tries.get(id) ?? [];
      for (const [n, at] of times.slice(1).entries()) if (at - (times[n] ?? 0) < waitSeconds * 1000 - 2) wrong++;
      const stamps = receiver.received.map(({ headers }) => Number(headers["webhook-timestamp"]));
      if (stamps.some((stamp) => Math.abs(stamp - Date.now() / 1000) > 3_600)) wrong++;
    }
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    // Three attempts for each event are planned here and are no repetitions.
    const tally = await finish(delivery, receiver, created);
    return { ...tally, repeated: tally.repeated - 2 * rounds, wrong };
  });
}

/** An endpoint is disabled among its events and enabled again, and its held events are released. */
export function switchOff(delivery: DeliveryTest, rounds: number): Promise<Tally> {
  return withReceiver(delivery, async (receiver, endpoint) => {
    delivery.worker();
    const created: string[] = [];
    const write = async (n: number) => {
      for (; n > 0; n--) created.push((await delivery.emit()).id);
    };
    const turn = (state: string) => delivery.db.execute(sql`update checkout.webhook_endpoint set state = ${state}`);
    let wrong = 0;
    for (let round = 0; round < rounds; round++) {
      const writing = write(10);
      await sleep(Math.random() * 20);
      await turn("disabled");
      await writing;
      // Deliveries in progress may finish, but nothing may be sent after them.
      await until(settled(delivery));
      const sent = receiver.received.length;
      await write(3);
      await sleep(100);
      wrong += receiver.received.length - sent;
      await turn("enabled");
      await release(delivery.db, { tenantId: delivery.tenantId, endpointId: endpoint.id });
      await until(settled(delivery));
    }
    return { ...(await finish(delivery, receiver, created)), wrong };
  });
}

export function replayTwice(delivery: DeliveryTest, rounds: number, perRound = 100): Promise<Tally> {
  return withReceiver(delivery, async (receiver, { id: endpointId }) => {
    const created: string[] = [];
    const place = { tenantId: delivery.tenantId, endpointId, since: "2020-01-01T00:00:00Z" };
    let wrong = 0;
    for (let round = 0; round < rounds; round++) {
      const event = { type: "order.edited" as const, data: sample("order.edited") };
      // Together, so that the worker attempts none of them before.
      await delivery.db.transaction(async (tx) => {
        created.push(...(await emitAll(tx, delivery.tenantId, Array(perRound).fill(event))));
        await tx.execute(sql`
          update checkout.delivery set status = 'exhausted', next_attempt_at = null, failures = 5, attempts = 5
          where status = 'pending' and replay = 0`);
      });
      const click = () => replayFailed(delivery.db, place, `job_${round}`);
      const counts = await Promise.all([click(), click()]);
      if (counts.some((count) => count !== perRound)) wrong++;
    }
    const tally = await finish(delivery, receiver, created, patient);
    return { ...tally, wrong: wrong + tally.repeated };
  });
}
