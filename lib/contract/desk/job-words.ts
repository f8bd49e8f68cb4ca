import { changesOfMany } from "../record-words.ts";

export const jobKinds = [
  "approve_commissions",
  "reject_commissions",
  "hold_commissions",
  "duplicate_upsells",
  ...changesOfMany.map(({ kind }) => kind),
  "replay_deliveries",
  "export_csv",
  "import_csv",
] as const;
/** These jobs are started by operations of their own and not by a job draft. */
export const ownJobKinds = ["create_payouts", "note_payouts", "delayed_changes"] as const;
export const jobStates = ["queued", "running", "paused", "cancelled", "done"] as const;
export const itemStates = ["waiting", "sending", "done", "already", "failed", "unknown", "skipped"] as const;

export type ItemState = (typeof itemStates)[number];
/** An open item has no outcome yet. */
export const isItemOpen = (state: ItemState): boolean => state === "waiting" || state === "sending";
/** Screens show a change that counts from its request on: a deleted row has left its list. */
export const counts = (state: ItemState): boolean => isItemOpen(state) || state === "done" || state === "already";
