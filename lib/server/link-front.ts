import "server-only";
import { isEmbedded, type Mode } from "./connections.ts";
import { env } from "./env.ts";

/** The part of our service's link address before the code, or null if another API makes the addresses. */
export function linkFront(mode: Mode): string | null {
  return isEmbedded({ api: "affiliate", mode }) ? `${env().CARTWRIGHT_ORIGIN}/r/` : null;
}
