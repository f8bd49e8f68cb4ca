import { createHash, randomBytes } from "node:crypto";
import { ApiError } from "../../contract/errors.ts";
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

const inAddress =
  "A secret key was sent in the address, which servers log. Send it as a Bearer token, and replace this key, because " +
  "others may have read it.";

/** Pages send a publishable key in the address, because a header would cost them a preflight. */
export function readPageKeys({ url, headers }: Request): string[] {
  const keys = new URL(url).searchParams.getAll("key");
  if (!keys.every(isPublishable)) throw new ApiError(401, "secret_key_in_address", inAddress);
  return [...new Set([...keys, ...readKeys(headers)])];
}

/** Reads both header forms of the specification. The caller refuses a request with two different keys. */
export function readKeys(headers: Headers): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const plain = headers.get("x-api-key")?.trim();
  return [...new Set([bearer, plain].filter((key) => key !== undefined && key !== ""))] as string[];
}
