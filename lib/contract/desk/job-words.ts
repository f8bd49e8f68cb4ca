// Words that screens need too, apart from the schemas, which weigh in a browser.

export const jobKinds = [
  "approve_commissions",
  "reject_commissions",
  "enable_upsells",
  "disable_upsells",
  "delete_upsells",
  "duplicate_upsells",
  "activate_bundles",
  "archive_bundles",
  "replay_deliveries",
  "export_csv",
  "import_csv",
] as const;
/** Begun by an operation of its own and not as a draft. */
export const ownJobKinds = ["create_payouts", "note_payouts"] as const;
export const jobStates = ["queued", "running", "paused", "cancelled", "done"] as const;
export const itemStates = ["waiting", "sending", "done", "already", "failed", "unknown", "skipped"] as const;
