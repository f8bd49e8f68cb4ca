import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  killAfterSend,
  killAnywhere,
  killBeforeSend,
  killDatabase,
  killInFanOut,
  type Tally,
} from "../../lib/services/delivery/rounds.ts";
import { type DeliveryTest, openDeliveryTest } from "../../lib/services/delivery/testing.ts";
import { setup } from "../test-database.ts";
import { ownPostgres } from "./own-postgres.ts";

const faults: Record<string, (delivery: DeliveryTest, rounds: number) => Promise<Tally>> = {
  "SIGKILL before send": killBeforeSend,
  "SIGKILL after send, before commit": killAfterSend,
  "SIGKILL at any moment, 20 events each": (delivery, rounds) => killAnywhere(delivery, rounds),
};

/** Prints, for each fault, the events written, delivered at least once, and lost. False where one was lost. */
export async function run(rounds: number): Promise<boolean> {
  const stop = await setup();
  let lost = 0;
  const print = (name: string, tally: object) =>
    console.log(
      `${name.padEnd(40)} ${Object.entries({ rounds, ...tally })
        .map(([what, count]) => `${what} ${count}`)
        .join("  ")}`,
    );
  try {
    for (const [name, fault] of Object.entries(faults)) {
      const tally = await on(openDeliveryTest(), (delivery) => fault(delivery, rounds));
      lost += tally.lost;
      print(name, tally);
    }
    const written = await on(openDeliveryTest(), (delivery) => killInFanOut(delivery, rounds));
    lost += written.partial + Math.max(0, written.acknowledged - written.events);
    print("SIGKILL in fan-out, 20 endpoints", written);
    const tally = await withOwnDatabase(rounds);
    lost += tally.lost;
    print("database killed in mid-claim", tally);
  } finally {
    await stop();
  }
  console.log(lost === 0 ? "Nothing was lost." : `${lost} lost.`);
  return lost === 0;
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
