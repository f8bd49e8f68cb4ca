import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { env } from "./env.ts";

// Links that let somebody in: 256 random bits that only the link holds. What is kept is a digest of them.

export function makeLink(path: "invite" | "password"): { link: string; digest: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { link: new URL(`/${path}/${token}`, env().CARTWRIGHT_ORIGIN).href, digest: digestOf(token) };
}

export function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
