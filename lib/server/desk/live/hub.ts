import "server-only";
import { randomBytes } from "node:crypto";
import type { Contract, Role } from "../../../contract/define.ts";
import { desk } from "../../../contract/desk/index.ts";
import type { LiveChange } from "../../../contract/desk/live.ts";
import { listen } from "../../../database/listen.ts";
import { onShutdown } from "../../../shutdown.ts";
import { env } from "../../env.ts";
import { liveChannel, type Message } from "../../notify.ts";
import type { Mode } from "../../wire/connections.ts";
import { contracts } from "../../wire/contracts.ts";

/** A null change means that changes were missed and everything must be read again. */
export type StreamMessage = { id: string; change: LiveChange | null };
export type LiveClient = {
  store: string;
  mode: Mode;
  role: Role;
  person: string;
  tell(message: StreamMessage): void;
  end(): void;
};

const mostKept = 1_000;

/** All processes receive the same messages under the same ids in the same order, so a stream can continue at any. */
class Hub {
  private readonly clients = new Set<LiveClient>();
  private latest: Message[] = [];
  /** The position before the oldest message that is still kept. */
  private start = "";
  private readonly listener = listen(env().DATABASE_SESSION_URL, liveChannel, {
    onListening: () => this.restart(),
    onMessage: (payload) => this.hear(JSON.parse(payload) as Message),
  });

  /** The latest position. A page that reads its data after this misses nothing. */
  get cursor(): string {
    return this.latest.at(-1)?.id ?? this.start;
  }

  countOf(person: string): number {
    return [...this.clients].filter((client) => client.person === person).length;
  }

  join(client: LiveClient, after: string): () => void {
    this.clients.add(client);
    const at = after === this.start ? 0 : this.latest.findIndex(({ id }) => id === after) + 1;
    if (after === "" || (at === 0 && after !== this.start)) client.tell({ id: this.cursor, change: null });
    else for (const message of this.latest.slice(at)) this.pass(client, message);
    return () => void this.clients.delete(client);
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.end();
    await this.listener.stop();
  }

  private restart(): void {
    this.start = randomBytes(9).toString("base64url");
    this.latest = [];
    for (const client of this.clients) client.tell({ id: this.start, change: null });
  }

  private hear(message: Message): void {
    this.latest.push(message);
    if (this.latest.length > mostKept) this.start = this.latest.shift()?.id ?? this.start;
    for (const client of this.clients) {
      // The browser reconnects with the person's present rights.
      if (isAbout(client, message)) client.end();
      else this.pass(client, message);
    }
  }

  private pass(client: LiveClient, { id, store, mode, ...change }: Message): void {
    const here = store === client.store && (mode === null || mode === client.mode);
    if (here && mayHear(client, change)) client.tell({ id, change });
  }
}

/** Whether the person's role changed, the person was removed, or one of their sessions may have ended. */
function isAbout({ store, person }: LiveClient, { api, resource, record, by, ...change }: Message): boolean {
  if (api !== "desk" || change.store !== store) return false;
  return resource === "people" ? record === person : resource === "account" && by === person;
}

function mayHear({ role, person }: LiveClient, { api, resource, by }: LiveChange): boolean {
  if (api === "desk" && resource === "account") return by === person;
  const contract: Contract = api === "desk" ? desk : contracts[api];
  const operations = Object.values(contract[resource] ?? {});
  if (operations.length === 0) return role === "owner";
  return operations.some(({ method, roles }) => method === "GET" && roles.includes(role));
}

// On globalThis, because the bundled app may have several copies of this module, and database connections are few.
const shared = globalThis as { cartwrightLive?: Hub };

export function hub(): Hub {
  if (!shared.cartwrightLive) {
    const started = new Hub();
    shared.cartwrightLive = started;
    onShutdown(() => started.stop());
  }
  return shared.cartwrightLive;
}

export async function stopHub(): Promise<void> {
  await shared.cartwrightLive?.stop();
  delete shared.cartwrightLive;
}
