export const recommendationKinds = ["bought_together", "best_seller"] as const;
/** Products are bought together if they are in so many orders of these days, and more often than by chance. */
export const leastOrdersTogether = 5;
export const togetherDays = 180;
/** Best sellers are those of so many days. */
export const bestSellerDays = 90;
/** What a proposed offer may bring in is said of so many days. */
export const latelyDays = 30;
export const mostProposals = 10;
/** The share that accepts is judged by so many offers or more, each shown so often in so many days. */
export const acceptanceBasis = { offers: 5, shown: 100, days: 90 };
