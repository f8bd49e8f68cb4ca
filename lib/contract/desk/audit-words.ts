// Words that screens need too, apart from the schemas, which weigh in a browser.

export const auditOutcomes = ["ok", "refused", "unknown"] as const;

/** Of what something can be done that is kept, in the order in which people look for it. */
export const auditedResources = [
  ...(["upsells", "bundles", "experiments", "settings", "webhooks", "notices"] as const),
  ...(["affiliates", "orders", "commissions", "payouts", "payout_files", "links", "program"] as const),
  ...(["jobs", "held", "annotations", "experiment_plans", "experiment_notes", "remembered", "views"] as const),
  ...(["connections", "live", "keys", "people", "invitations", "account", "session", "store", "sandbox"] as const),
];
