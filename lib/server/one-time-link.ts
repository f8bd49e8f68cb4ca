import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { env } from "./env.ts";

// Links that let somebody in contain 256 random bits. Only a digest of them is stored.

export function makeLink(path: "invite" | "password"): { link: string; digest: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { link: new URL(`/${path}/${token}`, env().CARTWRIGHT_ORIGIN).href, digest: digestOf(token) };
}

export function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
