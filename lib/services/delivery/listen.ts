import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { wakeChannel } from "./emit.ts";

/** Calls back at each commit that wrote deliveries. While the connection is lost, polling continues without it. */
export function listen(databaseUrl: string, onWake: () => void): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async () => {
    const own = new pg.Client({
      connectionString: databaseUrl,
      application_name: "cartwright-delivery",
      keepAlive: true,
    });
    client = own;
    let broken = false;
    const retry = () => {
      if (broken || stopped) return;
      broken = true;
      own.end().catch(() => {});
      again = setTimeout(connect, 1_000);
    };
    own.on("error", retry);
    own.on("end", retry);
    own.on("notification", onWake);
    try {
      await own.connect();
      await own.query(`listen ${wakeChannel}`);
      // Deliveries may have been written while nothing listened.
      onWake();
    } catch {
      retry();
    }
  };
  void connect();

  return {
    async stop() {
      stopped = true;
      clearTimeout(again);
      // `end` may never settle for a client that was still connecting or has just lost its server.
      await Promise.race([client?.end().catch(() => {}), sleep(1_000)]);
    },
  };
}
