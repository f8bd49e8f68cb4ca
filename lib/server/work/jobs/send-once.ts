import "server-only";
import { ApiError, isRecord, type Sentence } from "../../../contract/errors.ts";
import type { ItemInput } from "../../../database/schema/desk-jobs.ts";
import { sentence } from "../../../sentences.ts";
import { env } from "../../env.ts";
import type { Caller, OperationName } from "../../wire/call.ts";
import { perform } from "../../wire/perform-call.ts";
import { isAlready, targetFieldsOf } from "./find-outcome.ts";

export type Begun = { before: Record<string, unknown> | null };

export type End =
  | { state: "done"; record: string | null; body: unknown }
  | { state: "already" }
  | { state: "failed"; sent: boolean; code: string; message: Sentence }
  /** The write may have been refused because it is already done, so the record must be read. */
  | { state: "refused"; code: string; message: Sentence }
  /** The API changed nothing, so the write may be sent again. */
  | { state: "again" }
  | { state: "stopped" }
  /** Every other write would fail in the same way, so the job waits for a person. */
  | { state: "halt"; code: string; message: Sentence }
  /** The outcome is unknown. Unless the API itself responded, it may still act for a while. */
  | { state: "open"; answered: boolean; code: string; message: Sentence };

export const halting = ["connection_rejected", "connection_missing", "scope_missing", "role_forbidden"];

/** `begin` commits, right before the call, that the write is being sent. If it returns false, nothing is sent. */
export async function sendOnce(
  caller: Caller,
  write: OperationName & { input: ItemInput },
  begin: (begun: Begun) => Promise<boolean>,
  signal: AbortSignal,
): Promise<End> {
  let begun = false;
  const { input } = write;
  // A stop ends the wait before a write is sent, but a write that was sent is awaited.
  const gate = new AbortController();
  const close = () => begun || gate.abort();
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  try {
    const { body } = await perform({
      ...caller,
      api: write.api,
      resource: write.resource,
      operation: write.operation,
      params: input.params,
      body: input.body,
      headers: input.headers,
      signal: gate.signal,
      async ready(before) {
        if (begun) return;
        if (isAlready(write, before)) throw new ApiError(409, "already_there", sentence("soAlready"));
        const began = performance.now();
        if (!(await begin({ before: targetFieldsOf(write, before) }))) throw stopped();
        begun = true;
        // A process that stood still may have lost its lease to another one, which may be sending this write.
        if (performance.now() - began > env().UPSTREAM_TIMEOUT_MS) throw stopped();
      },
    });
    return { state: "done", record: idOf(body), body };
  } catch (cause) {
    return endOf(cause, begun, write.operation);
  } finally {
    signal.removeEventListener("abort", close);
  }
}

const stopped = () => new ApiError(409, "stopped", sentence("stopped"));

function endOf(cause: unknown, begun: boolean, operation: string): End {
  if (!(cause instanceof ApiError)) {
    if (!begun) throw cause;
    return { state: "open", answered: false, code: "server_error", message: sentence("wrongHere") };
  }
  const { status, code, sentence: message } = cause;
  if (code === "stopped") return begun ? { state: "again" } : { state: "stopped" };
  if (!begun && code === "aborted") return { state: "stopped" };
  if (!begun && code === "already_there") return { state: "already" };
  if (halting.includes(code)) return { state: "halt", code, message };
  if (status === 429) return { state: "again" };
  if (!begun || code === "not_implemented") return { state: "failed", sent: begun, code, message };
  if (status === 404 && operation === "delete") return { state: "already" };
  if (status === 409 || status === 422) return { state: "refused", code, message };
  // A call that was too slow for the API (408) has an unknown outcome, too.
  if (status >= 400 && status < 499 && status !== 408) return { state: "failed", sent: true, code, message };
  return { state: "open", answered: status >= 500 && ![502, 504].includes(status), code, message };
}

function idOf(body: unknown): string | null {
  return isRecord(body) && typeof body.id === "string" && body.id !== "" ? body.id : null;
}
