import "server-only";
import { ApiError } from "../../../contract/errors.ts";
import { buildPath } from "../../../contract/paths.ts";
import { sentence } from "../../../sentences.ts";
import type { Call } from "../../wire/call.ts";
import { has, operationOf } from "../../wire/contracts.ts";
import { type Next, send } from "../../wire/perform-call.ts";
import { audited, deedOf } from "./record.ts";

/** One row before a write and one after it, with the record as it was before. */
export function audit(call: Call, next: Next): ReturnType<Next> {
  const { api, resource, operation, params = {}, body, ready } = call;
  const { method, path, unaudited } = operationOf(call);
  if (method === "GET" || unaudited) return next(call);
  let recordBefore: unknown = null;
  return audited(
    {
      ...deedOf(call),
      api,
      resource,
      operation,
      method,
      path: buildPath(path, params),
      recordId: Object.values(params)[0],
      sent: body,
    },
    async () => {
      const answer = await next({ ...call, ...(ready && { ready: () => ready(recordBefore) }) });
      return { result: { ...answer, before: recordBefore }, status: answer.status, after: answer.body };
    },
    async () => {
      const image = await readBefore(call);
      recordBefore = image.before;
      return image;
    },
  );
}

const olderBy = (seconds: string) =>
  seconds === "1" ? sentence("beforeOlderSecond") : sentence("beforeOlder", { seconds });

/** A record that cannot be read does not stop the write. The audit row then says why it has no image. */
async function readBefore({ body: _body, headers: _headers, ready: _ready, query: _query, ...call }: Call) {
  const { before: name } = operationOf(call);
  if (name === undefined) return { before: null };
  const read = { ...call, operation: name };
  if (!has(read)) return { before: null, note: sentence("beforeUnread") };
  try {
    const { body, rate } = await send(read);
    return { before: body, ...(rate.age && { note: olderBy(rate.age) }) };
  } catch (cause) {
    const reason = cause instanceof ApiError ? cause.sentence : sentence("wrongHere");
    return { before: null, note: sentence("beforeFailed", { reason }) };
  }
}
