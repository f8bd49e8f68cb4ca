import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

type Listener = {
  /** At each beginning: what was told before it was missed. */
  onListening: () => void;
  onMessage: (payload: string) => void;
};

const againMs = 500;

/** One connection that listens, and comes back by itself. */
export function listen(databaseUrl: string, channel: string, { onListening, onMessage }: Listener) {
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async () => {
    const own = new pg.Client({ connectionString: databaseUrl, application_name: "cartwright-live", keepAlive: true });
    client = own;
    let broken = false;
    const retry = () => {
      if (broken || stopped) return;
      broken = true;
      own.end().catch(() => {});
      again = setTimeout(connect, againMs);
    };
    own.on("error", retry);
    own.on("end", retry);
    own.on("notification", ({ payload }) => onMessage(payload ?? ""));
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      onListening();
    } catch {
      retry();
    }
  };
  void connect();

  return {
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(again);
      // The end of a client that was just connecting, or just lost its server, may never be told.
      await Promise.race([client?.end().catch(() => {}), sleep(1_000)]);
    },
  };
}
