export const experimentStatuses = ["running", "completed", "draft"] as const;
/** The specification shows no sorting for this list. */
export const experimentSorts = ["created_at", "name", "status"] as const;

export const knownExperimentFields = [
  "id",
  "name",
  "status",
  "started_at",
  "ended_at",
  "created_at",
  "winner",
  "variants",
] as const;
export const knownResultFields = ["experiment_id", "status", "winner", "variants"] as const;
export const knownVariantFields = ["name", "visitors", "conversions", "conversion_rate", "lift", "p_value"] as const;
