import "server-only";
import { isEmbedded, type Mode } from "./connections.ts";
import { env } from "./env.ts";

/** What stands before the code in an address of our own service; null where another API gives addresses of its own. */
export function linkFront(mode: Mode): string | null {
  return isEmbedded({ api: "affiliate", mode }) ? `${env().CARTWRIGHT_ORIGIN}/r/` : null;
}
