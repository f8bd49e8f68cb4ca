import "server-only";
import type { Method, Role } from "../../../contract/define.ts";
import { ApiError, isRecord, type Sentence, textColumns, withTexts } from "../../../contract/errors.ts";
import { log } from "../../../log.ts";
import { currentRequest, newRequestId } from "../../../request-context.ts";
import { sentence } from "../../../sentences.ts";
import { db, type Executor } from "../../db.ts";
import { notifyLive, type StoreChange, tellLive } from "../../notify.ts";
import type { Actor } from "../../wire/call.ts";
import type { Api, Mode } from "../../wire/connections.ts";
import { append, type Entry } from "./chain.ts";
import { imageOf, withoutKeys } from "./redact.ts";

export const operator: Actor = { kind: "system", id: "command-line", name: "Command line" };

export type Deed = {
  storeId: string;
  mode: Mode | null;
  actor: Actor;
  role?: Role;
  api: Api | "desk";
  resource: string;
  operation: string;
  method: Method;
  path: string;
  recordId?: string | undefined;
  sent?: unknown;
  requestId?: string | undefined;
  tab?: string | undefined;
};

type Doer = Pick<Deed, "mode" | "requestId" | "tab"> & {
  membership: { person: { id: string; name: string }; role: Role; store: { id: string } };
  actor?: Actor;
};

export const deedOf = ({ membership: { person, role, store }, mode, actor, requestId, tab }: Doer) => ({
  storeId: store.id,
  mode,
  requestId,
  tab,
  // A partner has no role in the store.
  ...(actor?.kind !== "partner" && { role }),
  actor: actor ?? { kind: "person" as const, id: person.id, name: person.name },
});

type Done<T> = { result: T; status: number; after: unknown };

/** Sends nothing unless the intent row is stored first. An intent without an outcome row is listed as "unknown". */
export async function audited<T>(
  deed: Deed,
  act: () => Promise<Done<T>>,
  readBefore?: () => Promise<{ before: unknown; note?: Sentence }>,
): Promise<T> {
  const { before = null, note = null } = (await readBefore?.()) ?? {};
  const entry = { ...entryOf(deed), before: imageOf(before), ...noteOf(note) };
  const intent = await append(entry);
  const close = async (end: Partial<Entry>) => {
    const row = { ...entry, sent: null, before: null, ...end, intent };
    const seq = await append(row).catch((cause) => {
      log.error({ err: cause, intent }, "the outcome of a write was not noted");
      return undefined;
    });
    await tellLive(changeOf(deed, row, seq));
  };
  try {
    const { result, status, after } = await act();
    const recordId = entry.recordId ?? idOf(after);
    await close({ outcome: "ok", status, after: imageOf(after), recordId });
    return result;
  } catch (cause) {
    await close(failureOf(cause));
    throw cause;
  }
}

/** Writes one row for a change that is already made, or is made in the same transaction. */
export async function noteDeed(deed: Deed, end: Partial<Entry> = {}, executor?: Executor): Promise<void> {
  const entry: Entry = { ...entryOf(deed), outcome: "ok", ...end };
  const seq = await append(entry, executor);
  await notifyLive(executor ?? db(), changeOf(deed, entry, seq));
}

function changeOf({ tab, actor }: Deed, row: Entry, seq?: number): StoreChange {
  const { storeId: store, mode, api, resource, recordId, actorId: by } = row;
  const part = actor.kind === "job" && recordId !== null ? (true as const) : undefined;
  const change = { store, mode, api, resource, record: recordId ?? undefined, by, tab, seq, part };
  return row.outcome === "refused" ? { ...change, refused: true } : change;
}

function entryOf(deed: Deed): Entry {
  return {
    storeId: deed.storeId,
    intent: null,
    mode: deed.mode,
    actorKind: deed.actor.kind,
    actorId: deed.actor.id,
    actorName: clean(deed.actor.name),
    role: deed.role ?? null,
    api: deed.api,
    resource: deed.resource,
    operation: deed.operation,
    method: deed.method,
    path: deed.path,
    recordId: deed.recordId ?? null,
    sent: imageOf(deed.sent),
    before: null,
    after: null,
    outcome: "intended",
    status: null,
    code: null,
    ...noteOf(null),
    requestId: deed.requestId ?? currentRequest()?.id ?? newRequestId("desk"),
  };
}

/** A refused call changed nothing. After a time-out, a broken connection or a server error, the outcome is unknown. */
function failureOf(cause: unknown): Partial<Entry> {
  const error = cause instanceof ApiError ? cause : new ApiError(500, "server_error", sentence("wrongHere"));
  const nothingDone = error.status < 499 || ["connection_rejected", "not_implemented"].includes(error.code);
  return {
    outcome: nothingDone ? "refused" : "unknown",
    status: error.status,
    code: clean(error.code),
    ...noteOf(error.sentence),
  };
}

export const noteOf = (said: Sentence | null) => textColumns("note", said && withTexts(said, clean));

function idOf(after: unknown): string | null {
  if (!isRecord(after)) return null;
  const record = [after.data, after.invitation].find(isRecord) ?? after;
  const id = record.id ?? record.order_id;
  return typeof id === "string" || typeof id === "number" ? clean(String(id)).slice(0, 200) : null;
}

function clean(text: string): string {
  return withoutKeys(text).replaceAll("\0", "").toWellFormed().slice(0, 1000);
}
