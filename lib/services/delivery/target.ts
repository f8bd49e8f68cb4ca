import type { RequestOptions } from "node:http";
import { urlToHttpOptions } from "node:url";
import { literalOf } from "./address.ts";

type Target = { url: URL; request: RequestOptions; literal: string | null };
const most = 1_000;
const known = new Map<string, Target>();

/** Parses an address and caches the result, because parsing costs as much as signing. It checks nothing. */
export function targetOf(address: string): Target {
  let found = known.get(address);
  if (found) return found;
  if (known.size >= most) known.clear();
  const url = new URL(address);
  found = { url, request: urlToHttpOptions(url), literal: literalOf(url.hostname) };
  known.set(address, found);
  return found;
}
