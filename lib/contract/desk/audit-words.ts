import { recordsOf } from "../record-words.ts";

export const auditOutcomes = ["ok", "refused", "unknown"] as const;

/** Resources with audited operations, in the order in which people look for them. */
export const auditedResources = [
  ...recordsOf("checkout"),
  ...(["products", "experiments", "settings", "webhooks", "notices", "sources"] as const),
  ...recordsOf("affiliate"),
  ...(["orders", "commissions", "payouts", "payout_files", "payout_details", "payout_settings"] as const),
  ...(["program", "portal", "portal_media"] as const),
  ...(["partner_program", "partner_invitations", "mails", "mail_templates", "shoppers"] as const),
  ...([
    "jobs",
    "delayed_changes",
    "annotations",
    "experiment_plans",
    "experiment_notes",
    "remembered",
    "views",
  ] as const),
  ...(["connections", "live", "keys", "people", "invitations", "account", "session", "store", "sandbox"] as const),
];
