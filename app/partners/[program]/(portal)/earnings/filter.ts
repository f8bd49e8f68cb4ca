export const statuses = ["all", "pending", "approved", "rejected"] as const;
export type Status = (typeof statuses)[number];

export const statusOf = (wanted: unknown): Status => statuses.find((status) => status === wanted) ?? "all";
