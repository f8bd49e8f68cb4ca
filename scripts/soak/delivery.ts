import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DeliveryTest, openDeliveryTest } from "../../lib/testing/delivery/delivery.ts";
import { ownPostgres } from "../../lib/testing/delivery/own-postgres.ts";
import { keepBytes, misbehave, misdirect, rotate } from "../../lib/testing/delivery/receiver-rounds.ts";
import {
  killAfterSend,
  killAnywhere,
  killBeforeSend,
  killDatabase,
  killInFanOut,
  type Tally,
} from "../../lib/testing/delivery/rounds.ts";
import {
  contend,
  jumpClock,
  killAfterCommit,
  replayTwice,
  stall,
  switchOff,
} from "../../lib/testing/delivery/worker-rounds.ts";
import { setup } from "../test/database.ts";

const faults: Record<string, (delivery: DeliveryTest, rounds: number) => Promise<Tally>> = {
  "SIGKILL before send": killBeforeSend,
  "SIGKILL after send, before commit": killAfterSend,
  "SIGKILL after commit": killAfterCommit,
  "SIGKILL at any moment, 20 events each": (delivery, rounds) => killAnywhere(delivery, rounds),
  "three processes and one row": contend,
  "stalled past its leases, 20 events each": stall,
  "a wall clock that jumps": jumpClock,
  "switched off and on": switchOff,
  "100 replayed, clicked twice": (delivery, rounds) => replayTwice(delivery, rounds),
  "10,000 replayed, clicked twice": (delivery) => replayTwice(delivery, 1, 10_000),
  "19 kinds of bad receivers": misbehave,
  "a name that leads inside": misdirect,
  "a rotation between two attempts": rotate,
  "bodies as they were signed": keepBytes,
};

// Fails if an event was lost, an attempt was early, a signature did not verify, or a forbidden address was reached.
export async function run(rounds: number): Promise<boolean> {
  const stop = await setup();
  let lost = 0;
  const sums = { created: 0, delivered: 0, wrong: 0 };
  const count = ({ created, delivered, wrong = 0, ...tally }: Tally) => {
    lost += tally.lost;
    sums.created += created;
    sums.delivered += delivered;
    sums.wrong += wrong;
  };
  const print = (name: string, tally: object) =>
    console.log(
      `${name.padEnd(40)} ${Object.entries({ rounds, ...tally })
        .map(([what, count]) => `${what} ${count}`)
        .join("  ")}`,
    );
  try {
    for (const [name, fault] of Object.entries(faults)) {
      const tally = await on(openDeliveryTest(), (delivery) => fault(delivery, rounds));
      count(tally);
      print(name, tally);
    }
    const written = await on(openDeliveryTest(), (delivery) => killInFanOut(delivery, rounds));
    const missing = written.partial + Math.max(0, written.acknowledged - written.events);
    lost += missing;
    print("SIGKILL in fan-out, 20 endpoints", { ...written, lost: missing });
    const tally = await withOwnDatabase(rounds);
    count(tally);
    print("database killed in mid-claim", tally);
  } finally {
    await stop();
  }
  const { created, delivered, wrong } = sums;
  console.log(`In all: created ${created}, delivered at least once ${delivered}, lost ${lost}, wrong ${wrong}.`);
  return lost === 0 && wrong === 0;
}

async function on<T>(opening: Promise<DeliveryTest>, work: (delivery: DeliveryTest) => Promise<T>): Promise<T> {
  const delivery = await opening;
  try {
    return await work(delivery);
  } finally {
    await delivery.close();
  }
}

async function withOwnDatabase(rounds: number): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), "cartwright-soak-"));
  const postgres = await ownPostgres(dataDir);
  try {
    return await on(openDeliveryTest(postgres.url), (delivery) => killDatabase(delivery, postgres, rounds));
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
