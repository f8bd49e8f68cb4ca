import type { Method } from "../contract/define.ts";
import { idempotencyKey } from "../contract/define.ts";
import { isOutcomeUnknown } from "../contract/errors.ts";

type Call = { method: Method; input: { headers?: Record<string, string> } };

const open = new Map<string, string>();

/** The same POST has the same key until its outcome is known, so a second click or a second try makes no second record. */
export async function once<C extends Call>(call: C, send: (call: C) => Promise<unknown>): Promise<unknown> {
  if (call.method !== "POST") return send(call);
  const name = JSON.stringify(call);
  const key = open.get(name) ?? newKey();
  open.set(name, key);
  try {
    const answer = await send({
      ...call,
      input: { ...call.input, headers: { [idempotencyKey]: key, ...call.input.headers } },
    });
    open.delete(name);
    return answer;
  } catch (cause) {
    if (!isOutcomeUnknown(cause)) open.delete(name);
    throw cause;
  }
}

/** Unlike `randomUUID`, random values are available without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
