import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../database/client.ts";
import { log } from "../../log.ts";
import { onShutdown } from "../../shutdown.ts";
import { type Followed, recordClicks } from "./record-clicks.ts";

const waitMs = 50;
const enough = 200;
const portion = 1_000;
/** A click beyond this number is not counted, but its signed id still attributes the order. */
const most = 20_000;
const retryMs = 1_000;

/** Writes clicks after the redirect was answered, so that no visitor waits for the database. */
export class ClickBuffer {
  readonly #db: Database;
  #waiting: Followed[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** True after the database refused a write. The waiting clicks are tried again when the timer fires. */
  #pausing = false;
  #lost = 0;

  constructor(db: Database) {
    this.#db = db;
    onShutdown(() => this.#close());
  }

  add(click: Followed): void {
    if (this.#waiting.length >= most) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(click);
    if (this.#waiting.length >= enough && !this.#writing && !this.#pausing) void this.flush();
    else this.#later(waitMs);
  }

  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#pausing = false;
      void this.flush();
    }, ms).unref();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, portion);
      try {
        await recordClicks(this.#db, batch);
      } catch (err) {
        // A closed pool never opens again, so a retry would be useless.
        if (this.#db.$client.ended) return;
        this.#waiting.unshift(...batch);
        this.#pausing = true;
        log.warn({ err, waiting: this.#waiting.length, lost: this.#lost }, "could not write clicks; trying again");
        this.#lost = 0;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#later(retryMs);
        return;
      }
    }
  }

  async #close(): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      await this.#writing;
      await this.flush();
      if (this.#waiting.length === 0) break;
      await sleep(retryMs / 2);
    }
    clearTimeout(this.#timer);
  }
}

const buffers = new WeakMap<Database, ClickBuffer>();

export function clicksOf(db: Database): ClickBuffer {
  const buffer = buffers.get(db) ?? new ClickBuffer(db);
  buffers.set(db, buffer);
  return buffer;
}
