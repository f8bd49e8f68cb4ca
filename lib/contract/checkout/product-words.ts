export const productStatuses = ["active", "draft", "archived"] as const;
export const maxCategories = 20;
export const categoryLength = 60;
