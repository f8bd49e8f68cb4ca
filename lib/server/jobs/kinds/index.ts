import "server-only";
import type { jobKinds, ownJobKinds } from "../../../contract/desk/job-words.ts";
import type { Kind } from "../kind.ts";
import { approveCommissions } from "./approve-commissions.ts";
import { activateBundles, archiveBundles } from "./change-bundles.ts";
import { createPayouts } from "./create-payouts.ts";
import { deleteUpsells } from "./delete-upsells.ts";
import { disableUpsells } from "./disable-upsells.ts";
import { duplicateUpsells } from "./duplicate-upsells.ts";
import { enableUpsells } from "./enable-upsells.ts";
import { exportCsv } from "./export-csv.ts";
import { importCsv } from "./import-csv.ts";
import { notePayouts } from "./note-payouts.ts";
import { rejectCommissions } from "./reject-commissions.ts";
import { replayDeliveries } from "./replay-deliveries.ts";

export type KindName = (typeof jobKinds)[number] | (typeof ownJobKinds)[number];

const kinds: Record<KindName, Kind> = {
  approve_commissions: approveCommissions,
  reject_commissions: rejectCommissions,
  enable_upsells: enableUpsells,
  disable_upsells: disableUpsells,
  delete_upsells: deleteUpsells,
  duplicate_upsells: duplicateUpsells,
  activate_bundles: activateBundles,
  archive_bundles: archiveBundles,
  replay_deliveries: replayDeliveries,
  export_csv: exportCsv,
  import_csv: importCsv,
  create_payouts: createPayouts,
  note_payouts: notePayouts,
};

export const kindOf = (name: string): Kind => kinds[name as KindName];
