import "server-only";
import * as z from "zod";
import { rejection } from "../../../contract/affiliate/commissions.ts";
import type { jobKinds, ownJobKinds } from "../../../contract/desk/job-words.ts";
import { judge, prepare, settlePayout } from "../../payouts/item.ts";
import { believeMs, follow } from "../../payouts/ledger.ts";
import type { Kind } from "../kind.ts";
import { exportCsv, importCsv } from "./csv.ts";
import { duplicateUpsells } from "./duplicate-upsells.ts";
import { onRecords } from "./on-records.ts";
import { replayDeliveries } from "./replay-deliveries.ts";

export type KindName = (typeof jobKinds)[number] | (typeof ownJobKinds)[number];

const none = z.strictObject({});
const updateUpsell = { api: "checkout", resource: "upsells", operation: "update" } as const;
const updateBundle = { api: "checkout", resource: "bundles", operation: "update" } as const;

const kinds: Record<KindName, Kind> = {
  approve_commissions: onRecords({ api: "affiliate", resource: "commissions", operation: "approve" }, { params: none }),
  reject_commissions: onRecords(
    { api: "affiliate", resource: "commissions", operation: "reject" },
    {
      params: rejection,
      body: ({ reason, note }) => ({ ...(reason !== undefined && { reason }), ...(note !== undefined && { note }) }),
    },
  ),
  enable_upsells: onRecords(updateUpsell, { params: none, body: () => ({ status: "active" }) }),
  disable_upsells: onRecords(updateUpsell, { params: none, body: () => ({ status: "inactive" }) }),
  delete_upsells: onRecords({ api: "checkout", resource: "upsells", operation: "delete" }, { params: none }),
  duplicate_upsells: duplicateUpsells,
  activate_bundles: {
    ...onRecords(updateBundle, { params: none, body: () => ({ status: "active" }) }),
    embedded: true,
  },
  archive_bundles: {
    ...onRecords(updateBundle, { params: none, body: () => ({ status: "archived" }) }),
    embedded: true,
  },
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
    ledger: { believeMs, judge, settle: settlePayout, follow },
  },
  // Records the outcomes of payouts from a provider's file. The items are created with the job.
  note_payouts: {
    params: none,
    of: () => ({ api: "affiliate", resource: "payouts", operation: "update" }),
    calls: 2,
    embedded: true,
    own: true,
  },
};

export const kindOf = (name: string): Kind => kinds[name as KindName];
