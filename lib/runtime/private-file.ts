import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

export function privateDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return path;
}

/** Replaces a 0600 file atomically, so that a reader sees the old text or the new one. */
export function writePrivate(path: string, text: string): void {
  const draft = writeDraft(path, text);
  renameSync(draft, path);
}

export function readOrCreatePrivate(path: string, create: () => string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  const draft = writeDraft(path, `${create()}\n`);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
  return draft;
}
