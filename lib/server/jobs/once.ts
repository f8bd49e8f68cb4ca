import "server-only";
import { ApiError, isRecord } from "../../contract/errors.ts";
import type { ItemInput } from "../../database/schema/desk-jobs.ts";
import { env } from "../env.ts";
import { callOf, type Named, type Place } from "./place.ts";
import { isThere, keepOf } from "./settle.ts";

export type Begun = { input: ItemInput; before: Record<string, unknown> | null };

/** What came of one sending. */
export type End =
  | { state: "done"; record: string | null; body: unknown }
  | { state: "already" }
  | { state: "failed"; sent: boolean; code: string; message: string }
  /** Refused, and perhaps because it is done: the record tells. */
  | { state: "refused"; code: string; message: string }
  /** Nothing was done, and it may go again. */
  | { state: "again" }
  | { state: "stopped" }
  /** Every other one would end so too: the whole work waits for a person. */
  | { state: "halt"; code: string; message: string }
  /** Nobody knows. Where the API itself answered it is over; else it may act a while yet. */
  | { state: "open"; answered: boolean; code: string; message: string };

const halting = ["connection_rejected", "connection_missing", "scope_missing", "role_forbidden"];

/**
 * Sends one write. `begin` commits that it is under way right before it leaves, after every wait; where it says no,
 * nothing is sent.
 */
export async function sendOnce(
  place: Place,
  write: Named & { input: ItemInput },
  begin: (begun: Begun) => Promise<boolean>,
  signal: AbortSignal,
): Promise<End> {
  let begun = false;
  const { input } = write;
  // Who stops gives up waiting; what has left is waited for.
  const gate = new AbortController();
  const close = () => begun || gate.abort();
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  try {
    const { body } = await callOf(place, write, {
      params: input.params ?? {},
      ...(input.body && { body: input.body }),
      ...(input.headers && { headers: input.headers }),
      signal: gate.signal,
      async ready(before) {
        if (begun) return;
        if (isThere(write, before)) throw new ApiError(409, "already_there", "There was nothing to change.");
        const asked = performance.now();
        if (!(await begin({ input, before: keepOf(write, before) }))) throw stopped();
        begun = true;
        // Whoever stood still since then may have been given up, and another may be sending in its place.
        if (performance.now() - asked > env().UPSTREAM_TIMEOUT_MS) throw stopped();
      },
    });
    return { state: "done", record: idOf(body), body };
  } catch (cause) {
    return endOf(cause, begun, write.operation);
  } finally {
    signal.removeEventListener("abort", close);
  }
}

const stopped = () => new ApiError(409, "stopped", "The job was stopped before this was sent.");

function endOf(cause: unknown, begun: boolean, operation: string): End {
  if (!(cause instanceof ApiError)) {
    if (!begun) throw cause;
    return { state: "open", answered: false, code: "server_error", message: "Something went wrong on the server." };
  }
  const { status, code, message } = cause;
  if (code === "stopped") return begun ? { state: "again" } : { state: "stopped" };
  if (!begun && code === "aborted") return { state: "stopped" };
  if (!begun && code === "already_there") return { state: "already" };
  if (halting.includes(code)) return { state: "halt", code, message };
  if (status === 429) return { state: "again" };
  if (!begun || code === "not_implemented") return { state: "failed", sent: begun, code, message };
  if (status === 404 && operation === "delete") return { state: "already" };
  if (status === 409 || status === 422) return { state: "refused", code, message };
  // Of a call that took too long over there nobody knows either.
  if (status >= 400 && status < 499 && status !== 408) return { state: "failed", sent: true, code, message };
  return { state: "open", answered: status >= 500 && ![502, 504].includes(status), code, message };
}

function idOf(body: unknown): string | null {
  return isRecord(body) && typeof body.id === "string" && body.id !== "" ? body.id : null;
}
