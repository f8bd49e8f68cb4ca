export const linkStatuses = ["active", "disabled"] as const;
export const linkSorts = ["created_at", "name", "code", "clicks", "orders", "revenue", "status"] as const;
