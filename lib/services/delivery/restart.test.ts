// @module-tag long
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDeliveryTest } from "../../testing/delivery/delivery.ts";
import { ownPostgres } from "../../testing/delivery/own-postgres.ts";
import { killDatabase } from "../../testing/delivery/rounds.ts";

test("no event is lost when the database is killed or stopped during claims and restarted", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "cartwright-restart-"));
  const postgres = await ownPostgres(dataDir);
  const delivery = await openDeliveryTest(postgres.url);
  try {
    const tally = await killDatabase(delivery, postgres, 2);
    expect(tally.created).toBeGreaterThan(0);
    expect(tally).toMatchObject({ delivered: tally.created, lost: 0 });
  } finally {
    await delivery.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
