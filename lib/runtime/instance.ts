import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFile } from "./file-lock.ts";
import { isCode, writePrivate } from "./private-file.ts";

interface Card {
  pid: number;
  origin?: string;
  stopping?: boolean;
}

export interface Instance {
  tell(news: Omit<Card, "pid">): void;
  leave(): void;
}

/** Allows one serving process per data directory. The lock decides; the file beside it only describes the process. */
export async function becomeTheInstance(dataDir: string): Promise<Instance> {
  const path = join(dataDir, "instance.json");
  const deadline = Date.now() + 30_000;
  for (;;) {
    const lock = await lockFile(join(dataDir, "instance.lock"), "exclusive");
    if (lock) {
      const tell = (news: Omit<Card, "pid">) => writePrivate(path, JSON.stringify({ pid: process.pid, ...news }));
      tell({});
      return {
        tell,
        leave() {
          rmSync(path, { force: true });
          lock.release();
        },
      };
    }
    const other = readCard(path);
    if (!other?.stopping || Date.now() > deadline) throw new Error(sentence(dataDir, other));
    await sleep(100);
  }
}

export function runningOrigin(dataDir: string): string | undefined {
  const card = readCard(join(dataDir, "instance.json"));
  if (!card?.origin || card.stopping) return undefined;
  try {
    process.kill(card.pid, 0);
    return card.origin;
  } catch (error) {
    // This error means that the process exists and belongs to another user.
    return isCode(error, "EPERM") ? card.origin : undefined;
  }
}

function sentence(dataDir: string, other: Card | undefined): string {
  const who = other ? ` (process ${other.pid})` : "";
  if (other?.stopping) return `Another Cartwright${who} that uses ${dataDir} is still stopping.`;
  if (other?.origin) return `Cartwright is already running at ${other.origin}${who} with the same data: ${dataDir}`;
  return `Cartwright is already starting${who} with the same data: ${dataDir}`;
}

function readCard(path: string): Card | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
