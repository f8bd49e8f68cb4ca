import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

type Listener = {
  /** Called whenever listening begins: earlier messages were missed. */
  onListening: () => void;
  onMessage: (payload: string) => void;
};

const againMs = 500;

/** Listens on a connection of its own, which is made again when it breaks. */
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
      // `end` may never settle for a client that was still connecting or has just lost its server.
      await Promise.race([client?.end().catch(() => {}), sleep(1_000)]);
    },
  };
}
