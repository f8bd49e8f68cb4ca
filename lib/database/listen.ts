import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

type Listener = {
  /** Called whenever listening begins: earlier messages were missed. */
  onListening: () => void;
  onMessage: (payload: string) => void;
};
type Member = Listener & { channel: string };
type Connection = { add(member: Member): void; remove(member: Member): Promise<void> };

const againMs = 500;
const connections = new Map<string, Connection>();

/** All channels of a process share one connection to a database. */
export function listen(databaseUrl: string, channel: string, listener: Listener): { stop(): Promise<void> } {
  const connection = connections.get(databaseUrl) ?? connect(databaseUrl);
  connections.set(databaseUrl, connection);
  const member = { channel, ...listener };
  connection.add(member);
  return { stop: () => connection.remove(member) };
}

/** The connection is made again when it breaks, and ends with its last member. */
function connect(databaseUrl: string): Connection {
  const members = new Set<Member>();
  let client: pg.Client | undefined;
  let ready: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  const begin = async (own: pg.Client, member: Member) => {
    await own.query(`listen ${member.channel}`);
    if (members.has(member)) member.onListening();
  };
  const open = async () => {
    const own = new pg.Client({ connectionString: databaseUrl, application_name: "cartwright-live", keepAlive: true });
    client = own;
    let broken = false;
    const retry = () => {
      if (broken || stopped) return;
      broken = true;
      ready = undefined;
      own.end().catch(() => {});
      again = setTimeout(open, againMs);
    };
    own.on("error", retry);
    own.on("end", retry);
    own.on("notification", ({ channel, payload = "" }) => {
      for (const member of members) if (member.channel === channel) member.onMessage(payload);
    });
    try {
      await own.connect();
      // Members that are added meanwhile are part of the loop.
      for (const member of members) await begin(own, member);
      if (!broken) ready = own;
    } catch {
      retry();
    }
  };
  void open();

  return {
    add(member) {
      members.add(member);
      if (ready) begin(ready, member).catch(() => {});
    },
    async remove(member) {
      members.delete(member);
      if (stopped || members.size > 0) return;
      stopped = true;
      connections.delete(databaseUrl);
      clearTimeout(again);
      // `end` may never settle for a client that was still connecting or has just lost its server.
      await Promise.race([client?.end().catch(() => {}), sleep(1_000)]);
    },
  };
}
