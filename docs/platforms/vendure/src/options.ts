import type { Product } from "@vendure/core";

export const optionsToken = Symbol("Cartwright’s options");

export type CartwrightOptions = {
  /** Cartwright's address, such as `https://desk.example.com`. */
  url: string;
  /** The store's ID, the first word of its address in Cartwright. */
  store: string;
  /** A secret key with the purpose “Plug-in”. */
  key: string;
  /** Where shoppers find a product. */
  productUrl?: (product: Product) => string | undefined;
  /** The full address of its picture. */
  pictureUrl?: (product: Product) => string | undefined;
};
