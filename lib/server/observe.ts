import "server-only";
import type { Call } from "./call.ts";
import { noteResults } from "./history/snapshots.ts";
import { noteNames } from "./noted-names.ts";
import { noteOpened } from "./personal.ts";
import { remember, rememberSecret } from "./remember.ts";

/** Receives every successful response. It waits only for secrets that an API reveals once. */
export async function observe(call: Call, body: unknown): Promise<void> {
  remember(call, body);
  noteResults(call, body);
  noteOpened(call, body);
  noteNames(call, body);
  if (call.found.operation.secrets) await rememberSecret(call, body);
}
