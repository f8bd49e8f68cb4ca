/** What becomes of offers while no discount code can be made. */
export const withoutCode = ["list_price", "hide"] as const;
export type WithoutCode = (typeof withoutCode)[number];
