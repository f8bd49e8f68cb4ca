import { upsells } from "./upsells.ts";

/** Every operation of the checkout optimization API. */
export const checkout = { ...upsells } as const;
