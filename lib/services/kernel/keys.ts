import { createHash, randomBytes } from "node:crypto";
import type { Mode } from "./context.ts";

const prefixes: Record<Mode, string> = { live: "live_", sandbox: "test_" };

export function createKey(mode: Mode): string {
  return prefixes[mode] + randomBytes(32).toString("base64url");
}

const publishable = "pub_";

export function createPublishableKey(mode: Mode): string {
  return publishable + createKey(mode);
}

export function isPublishable(key: string): boolean {
  return key.startsWith(publishable);
}

/** Keys are looked up by this digest, so neither timing nor the database reveals how much of a key was right. */
export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Reads both header forms of the specification. The caller refuses a request with two different keys. */
export function readKeys(headers: Headers): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const plain = headers.get("x-api-key")?.trim();
  return [...new Set([bearer, plain].filter((key) => key !== undefined && key !== ""))] as string[];
}
