import "server-only";
import * as z from "zod";
import { hold, rejection } from "../../../contract/affiliate/commissions.ts";
import { upsellDraft } from "../../../contract/checkout/upsell-draft.ts";
import type { Upsell } from "../../../contract/checkout/upsells.ts";
import { oneOf, recordId } from "../../../contract/common.ts";
import { present } from "../../../contract/read.ts";
import { takeFields } from "../../../contract/read-as.ts";
import { type ChangeKind, changesOfMany } from "../../../contract/record-words.ts";
import { inSchema } from "../../../contract/sentences.ts";
import { judge, prepare, settlePayout } from "../../payouts/payout-job.ts";
import { believeMs, follow } from "../../payouts/payout-rows.ts";
import type { OperationName } from "../../wire/call.ts";
import { perform } from "../../wire/perform-call.ts";
import { pageSize } from "../../work/jobs/find-outcome.ts";
import type { JobKind, KindName, NewItem } from "../../work/jobs/kind.ts";
import { exportCsv, importCsv } from "./csv.ts";
import { collectBaseline, collectMatching, none, onRecords } from "./matching-records.ts";

type Listed = { id: string; label: string | null };

const resend = { api: "checkout", resource: "webhooks", operation: "resend" } as const;

const toReplay = ({ id, label }: Listed, params: Record<string, unknown>): NewItem => ({
  recordId: id,
  label,
  input: { params: { id: String(params.endpoint), delivery: id } },
});

/** Sends deliveries of one endpoint again. The service replays a delivery only once, however often it is asked. */
const replayDeliveries: JobKind = {
  params: z.strictObject({ endpoint: recordId }),
  of: () => resend,
  calls: 1,
  filtered: true,
  toItem: toReplay,
  async collect(turn, cursor) {
    const { page = 1 } = cursor as { page?: number };
    const { params } = turn.job;
    // New deliveries may arrive, but those from before this job do not change.
    const query = { ...(params.filter as object), page, per_page: pageSize };
    const logs = { ...resend, operation: "logs", params: { id: String(params.endpoint) } };
    const { body } = await perform({ ...turn, ...logs, query });
    const { data } = body as { data: { id: string; event_type?: string; created_at?: string }[] };
    const before = data.filter(({ created_at = "" }) => created_at <= turn.job.createdAt.toISOString());
    const items = before.map(({ id, event_type: label = null }) => toReplay({ id, label }, params));
    return { items, next: data.length < pageSize ? null : { page: page + 1 } };
  },
};

const createUpsell = { api: "checkout", resource: "upsells", operation: "create" } as const;

const toCopy = ({ id, label }: Listed): NewItem => ({ recordId: null, label, input: { source: id } });

/** A copy with unknown outcome is found as a new offer with the same name and fields that is no other item's. */
const duplicateUpsells: JobKind = {
  params: none,
  of: () => createUpsell,
  calls: 2,
  alone: true,
  filtered: true,
  begin: () => ({}),
  toItem: toCopy,
  async collect(turn, cursor) {
    const { filter } = turn.job.params;
    if (!cursor.page) return { ...(await collectBaseline(turn, createUpsell)), next: filter ? { page: 1 } : null };
    // The matching offers are read once, because a second pass would copy them twice.
    const found = await collectMatching(turn, createUpsell, { ...cursor, pass: Number.POSITIVE_INFINITY }, toCopy);
    return { ...found, next: found.next && { page: found.next.page } };
  },
  async prepare(turn, { input }) {
    const { source = "" } = input;
    const { body } = await perform({ ...turn, ...createUpsell, operation: "get", params: { id: source } });
    return { source, body: copyOf(body as Upsell) };
  },
};

const copyOf = (upsell: Upsell) => ({
  ...takeFields(upsellDraft, upsell),
  name: `${upsell.name ?? ""} (copy)`.slice(0, 120),
  status: "draft",
});

const holdCommission = { api: "affiliate", resource: "commissions", operation: "hold" } as const;
const toHold = ({ until, reason }: Record<string, unknown>) => ({ until, reason });
const holdOne = onRecords(holdCommission, toHold);

/** Applies to the commissions of several affiliates that match the filter, one affiliate after the other. */
const holdCommissions: JobKind = {
  ...holdOne,
  params: hold.extend({
    affiliates: z
      .array(recordId)
      .min(1, inSchema("leastOneThing", { thing: "entry" }))
      .max(100),
  }),
  async collect(turn, cursor) {
    const { at = 0, before = 0, ...page } = cursor as { at?: number; before?: number };
    const { job } = turn;
    const { affiliates = [], filter } = job.params as { affiliates?: string[]; filter?: object };
    const params = { ...job.params, filter: { ...filter, affiliate_id: affiliates[at] } };
    const found = await collectMatching(
      { ...turn, job: { ...job, params, total: job.total - before } },
      ...([holdCommission, page, (record: Listed) => holdOne.toItem?.(record, params) as NewItem] as const),
    );
    if (found.next) return { ...found, next: { ...found.next, at, before } };
    const total = job.total + (found.items?.length ?? 0);
    return { ...found, next: at + 1 < affiliates.length ? { at: at + 1, before: total } : null };
  },
};

const changes = changesOfMany.map(({ kind, api, resource, body }) => [
  kind,
  body
    ? onRecords({ api, resource, operation: "update" }, () => body)
    : onRecords({ api, resource, operation: "delete" }),
]);

export const jobKinds: Record<KindName, JobKind> = {
  ...(Object.fromEntries(changes) as Record<ChangeKind, JobKind>),
  approve_commissions: onRecords({ api: "affiliate", resource: "commissions", operation: "approve" }),
  reject_commissions: onRecords(
    { api: "affiliate", resource: "commissions", operation: "reject" },
    ({ reason, note }) => present({ reason, note }),
    { params: rejection },
  ),
  hold_commissions: holdCommissions,
  duplicate_upsells: duplicateUpsells,
  replay_deliveries: replayDeliveries,
  export_csv: exportCsv,
  import_csv: importCsv,
  // Each payout has a ledger row, written before the payout together with its commissions.
  create_payouts: {
    params: z.strictObject({ preview: z.string() }),
    of: () => ({ api: "affiliate", resource: "payouts", operation: "create" }),
    calls: 2,
    own: true,
    prepare,
    proof: { believeMs, judge, settle: settlePayout, follow },
  },
  // Records the outcomes of payouts from a provider's file. The items are created with the job.
  note_payouts: {
    params: none,
    of: () => ({ api: "affiliate", resource: "payouts", operation: "update" }),
    calls: 2,
    own: true,
  },
  // Changes that people may undo at first. The items are created with the job.
  delayed_changes: {
    params: z.strictObject({ api: oneOf(["checkout", "affiliate"]), resource: z.string(), operation: z.string() }),
    of: (params) => params as OperationName,
    calls: 1,
    own: true,
    delayed: true,
  },
};
