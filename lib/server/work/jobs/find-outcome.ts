import "server-only";
import type { Page } from "../../../contract/common.ts";
import { ApiError, isRecord, type Sentence } from "../../../contract/errors.ts";
import { recordsOf } from "../../../contract/record-words.ts";
import type { ItemInput } from "../../../database/schema/desk-jobs.ts";
import { sentence } from "../../../sentences.ts";
import type { Caller, OperationName } from "../../wire/call.ts";
import { perform, tellObservers } from "../../wire/perform-call.ts";

// Finds out whether a write of unknown outcome was done, by reading and never by sending it again.

export type UncertainWrite = OperationName & {
  input: ItemInput;
  before: Record<string, unknown> | null;
  /** For a creation: returns which of these ids existed before or belong to other items. */
  notIt?: (ids: string[]) => Promise<Set<string>>;
  /** For a creation: older records are not its result. */
  since?: Date;
};

export type Settled =
  | { state: "applied"; record?: string; body?: unknown }
  | { state: "absent" }
  | { state: "unknown"; why: Sentence };

type Rule = {
  settle: (caller: Caller, write: UncertainWrite) => Promise<Settled>;
  /** The fields of the record after the write, if they can be known beforehand. */
  target?: (input: ItemInput) => Record<string, unknown>;
};

const applied: Settled = { state: "applied" };
const absent: Settled = { state: "absent" };
export const pageSize = 100;
const maxPages = 50;
/** The API's clock may be behind ours. */
const slack = 5 * 60_000;

const paramsOf = ({ input }: UncertainWrite) => input.params ?? {};
const becomes = (status: string): Rule => changes(() => ({ status }));
const gone: Rule = {
  settle: async (caller, write) => ((await readRecord(caller, write, paramsOf(write))) ? absent : applied),
};
/** The operation may be sent again: a second call returns the first result and changes nothing. */
const repeatable: Rule = { settle: async () => absent };

const rules: Record<string, Rule> = {
  // The payout ledger settles these by more than their fields.
  "affiliate.payouts.create": {
    settle: async () => ({ state: "unknown", why: { message: "Only the payout ledger knows the outcome." } }),
  },
  "affiliate.payouts.update": changes(({ body = {} }) => ({ status: body.status })),
  "checkout.upsells.create": made(["name", "product_id", "discount"]),
  "checkout.bundles.create": made(["name", "type"]),
  "checkout.experiments.delete": gone,
  "checkout.webhooks.resend": repeatable,
  "checkout.webhooks.delete": gone,
  "affiliate.affiliates.create": made(["email"]),
  "affiliate.links.create": made(["affiliate_id", "destination_url", "code", "name"]),
  "affiliate.commissions.approve": becomes("approved"),
  "affiliate.commissions.reject": becomes("rejected"),
  "affiliate.commissions.hold": repeatable,
};

/** Of records for which the list above has no other rule. */
const recordRules: Record<string, Rule> = {
  create: made(["name"]),
  update: changes(({ body = {} }) => body),
  delete: gone,
};

/** Only operations whose outcome can be read back may be done without a person. */
export function ruleOf({ api, resource, operation }: OperationName): Rule {
  const ofRecord = recordsOf(api).some((name) => name === resource) ? recordRules[operation] : undefined;
  const rule = rules[`${api}.${resource}.${operation}`] ?? ofRecord;
  if (rule) return rule;
  throw new ApiError(400, "invalid_request", `${resource}.${operation} cannot be done later.`);
}

export async function settle(caller: Caller, write: UncertainWrite): Promise<Settled> {
  try {
    const settled = await ruleOf(write).settle(caller, write);
    const { params, body } = write.input;
    if (settled.state === "applied")
      await tellObservers({ ...caller, ...write, params, body }, settled.body, write.before);
    return settled;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { state: "unknown", why: cause.sentence };
  }
}

export function isAlready(write: Pick<UncertainWrite, keyof OperationName | "input">, record: unknown): boolean {
  const target = ruleOf(write).target?.(write.input);
  return target !== undefined && isRecord(record) && says(record, target);
}

export function targetFieldsOf(
  write: Pick<UncertainWrite, keyof OperationName | "input">,
  record: unknown,
): Record<string, unknown> | null {
  const target = ruleOf(write).target?.(write.input);
  if (!target || !isRecord(record)) return null;
  return Object.fromEntries(Object.keys(target).flatMap((name) => (name in record ? [[name, record[name]]] : [])));
}

/** A write is done if each field has the sent value, or at least a new one: an API may use other words. */
function changes(target: (input: ItemInput) => Record<string, unknown>): Rule {
  return {
    target,
    async settle(caller, write) {
      const record = await readRecord(caller, write, paramsOf(write));
      if (!record) return { state: "unknown", why: sentence("recordGone") };
      const { before } = write;
      const wanted = target(write.input);
      const moved = Object.keys(wanted).every(
        (name) => same(wanted[name], record[name]) || (before && name in before && !same(before[name], record[name])),
      );
      return moved ? applied : absent;
    },
  };
}

function made(names: readonly string[]): Rule {
  return {
    async settle(caller, write) {
      const { body = {} } = write.input;
      for await (const { record, complete } of records(caller, write)) {
        if (!complete) return { state: "unknown", why: sentence("listLong") };
        if (!record || !looksLike(record, body, names)) continue;
        const id = String(record.id);
        const created = typeof record.created_at === "string" ? Date.parse(record.created_at) : Number.NaN;
        if (write.since && created < write.since.getTime() - slack) continue;
        if ((await write.notIt?.([id]))?.has(id)) continue;
        return { state: "applied", record: id };
      }
      return absent;
    },
  };
}

/** A list may leave fields out; those that it has must agree. */
function looksLike(record: Record<string, unknown>, body: Record<string, unknown>, names: readonly string[]) {
  const known = names.filter((name) => record[name] !== undefined && body[name] !== undefined);
  return known.length > 0 && known.every((name) => same(body[name], record[name]));
}

/** Yields all records of a list. A final null means that the list was too long to read as a whole. */
export async function* records(caller: Caller, list: OperationName, pages = maxPages) {
  let first: unknown;
  for (let page = 1; page <= pages; page++) {
    const { data, last } = await readPage(caller, list, { page, per_page: pageSize });
    // An API without pagination returns the same page again and again.
    if (page > 1 && data[0]?.id === first) return;
    first = data[0]?.id;
    for (const record of data) yield { record, complete: true };
    if (last) return;
  }
  yield { record: null, complete: false };
}

type PageQuery = { page: number; [name: string]: unknown };

export const readPage = (caller: Caller, list: OperationName, query: PageQuery) =>
  readRows(caller, { ...list, operation: "list" }, query);

/** Without a total, only an empty page or a missing cursor ends a list: pages may be shorter than requested. */
export async function readRows(caller: Caller, list: OperationName, query: PageQuery, params = {}) {
  const { body } = await perform({ ...caller, ...list, query, params });
  const { data, pagination, next_cursor: next } = body as Page<Record<string, unknown>> & { next_cursor?: string };
  const { per_page, total } = pagination;
  const ended = query.cursor !== undefined && next === undefined;
  return { data, total, next, last: data.length === 0 || ended || (total !== null && query.page * per_page >= total) };
}

export async function readRecord(
  caller: Caller,
  { api, resource }: Pick<OperationName, "api" | "resource">,
  params: Record<string, string>,
): Promise<Record<string, unknown> | null> {
  try {
    const { body } = await perform({ ...caller, api, resource, operation: "get", params });
    return isRecord(body) ? body : {};
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  }
}

const says = (record: Record<string, unknown>, target: Record<string, unknown>) =>
  Object.entries(target).every(([name, value]) => same(value, record[name]));

/** A read object may have more fields than the sent one. */
function same(sent: unknown, read: unknown): boolean {
  if (isRecord(sent)) return isRecord(read) && says(read, sent);
  if (Array.isArray(sent))
    return Array.isArray(read) && sent.length === read.length && sent.every((v, i) => same(v, read[i]));
  return sent === read;
}
