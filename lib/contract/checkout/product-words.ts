export const productStatuses = ["active", "draft", "archived"] as const;
