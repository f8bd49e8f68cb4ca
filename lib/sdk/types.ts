export type Options = {
  /** The store’s publishable key, `pub_…`. */
  key: string;
  /** Where Cartwright’s services are, such as `https://desk.example.com`. */
  api: string;
  /** With `required`, nothing is stored before `consent(true)`. */
  consent?: string | undefined;
  /** How many days an affiliate’s click is kept. The default is 30. */
  clickDays?: number | undefined;
  /** Needed only by browsers without constructable style sheets. */
  nonce?: string | undefined;
  /** The shop’s own texts, in any language. Those that are left out are in English, German or Japanese. */
  words?: Partial<Words> | undefined;
};

/** Titles by placement, buttons and messages. `%` stands for an amount, a number or a product. */
export type Words = Record<
  | ("cart" | "checkout" | "post_purchase" | "thank_you" | "other" | "bundle")
  | ("accept" | "decline" | "free" | "save" | "off" | "added" | "failed" | "preview")
  | ("choose" | "more" | "fewer")
  | ("quantity" | "tax_included" | "tax_excluded"),
  string
> & { text?: string };

/** What one offer says in place of the general words. */
export type OwnWords = { language: string; headline?: string; text?: string; accept?: string; decline?: string };

export type Product = {
  id: string;
  title: string;
  price: number | null;
  /** What the shop says that it cost before. */
  compare_at_price: number | null;
  /** Whether the prices contain tax; null if it is not known. */
  tax_included: boolean | null;
  image_url: string | null;
  url: string | null;
};

/** From how many to how many pieces the shopper may take. Without a choice, both are the same. */
export type Pieces = { least: number; most: number };

export type Variant = {
  id: string;
  title: string | null;
  image_url: string | null;
  price: number | null;
  compare_at_price: number | null;
  final_price: number | null;
  quantity: Pieces;
};

/** Prices are those of one piece, in major units, and null while the service does not know them. */
export type Offer = {
  id: string;
  product_id: string;
  placement: string;
  /** The product in the cart that triggers the offer, and null if it needs none. */
  trigger_product: string | null;
  discount: { type: string; value: number };
  product: Product | null;
  /** Those in stock, if there is a choice. The shopper chooses one in the card; the first is chosen at the beginning. */
  variants?: Variant[];
  price: number | null;
  compare_at_price: number | null;
  final_price: number | null;
  quantity: Pieces;
  words?: OwnWords;
  currency: string;
  /** What is shown in its place after each answer, in the same currency. */
  after?: { accepted?: NextOffer; declined?: NextOffer };
};
export type NextOffer = Omit<Offer, "currency">;

export type Bundle = {
  id: string;
  name: string;
  type: string;
  products: { product_id: string; quantity: number; most?: number; product: Product | null }[];
  /** How many items the shopper chooses from the products, and up to `most` of each. */
  choice?: { least: number; most: number };
  pricing: { type: string; value: number };
  original_price: number | null;
  price: number | null;
  currency: string;
};

/** For the shop’s server, which verifies the ticket and charges its price. Without a known price, there is none. */
export type Promised = { ticket?: string; ticket_id?: string };

/** What an accepted offer adds to the cart. Prices are those of one piece. */
export type Line = Promised & {
  product_id: string;
  /** If the product has variants to choose from. */
  variant_id?: string;
  quantity: number;
  price: number | null;
  final_price: number | null;
  discount: { type: string; value: number };
  upsell_id: string;
  currency: string;
};

export type BundleLine = Promised & {
  product_id: string;
  quantity: number;
  product: Product | null;
  bundle_id: string;
  currency: string;
};

export type Question = {
  /** The IDs of the products. The default is the cart that was told last. */
  cart?: readonly string[] | undefined;
  placement?: string | undefined;
  /** The order just placed, for an offer after the purchase. An offer accepted for it is not offered for it again. */
  order?: { id: string; number?: string | undefined } | undefined;
};

/** Prices that the shop knows better. They replace those of the line in what is reported, and count up to those. */
export type Sold = Partial<Pick<Line, "price" | "final_price">>;

type Answer<T> = T | undefined | Promise<T | undefined> | unknown;

export type ShowOptions = Question & {
  /** An element or its selector. Without it, the offer opens in a dialog. */
  into?: Element | string | undefined;
  customer?: string | undefined;
  /**
   * Runs once for an offer and order, and again only if it failed. The shopper is told that the product was added once
   * the returned promise is fulfilled. A preview adds nothing.
   */
  onAccept?: ((line: Line) => Answer<Sold>) | undefined;
  onDecline?: (() => unknown) | undefined;
  /** Runs after an answer that no other offer follows. A page that is left after an answer is left here. */
  onEnd?: (() => unknown) | undefined;
};

export type BundleOptions = {
  into: Element | string;
  /** Only bundles with this product. */
  product?: string | undefined;
  /** Receives what the shopper chose, if there was a choice. */
  onAccept?: ((lines: BundleLine[], bundle: Bundle) => unknown) | undefined;
};

export type Order = {
  id: string;
  /** The number that the shop shows. The default is the id. */
  number?: string | undefined;
  /** What the shopper pays in total, in major units. */
  total: number;
  currency?: string | undefined;
  customer?: string | undefined;
  /** The products of the order. Accepted offers for other products are not reported. */
  products?: readonly string[] | undefined;
};

/** No method throws or rejects: without an answer of the service, there are no offers. */
export type Shop = {
  /** Reports that a page of the shop was opened. */
  visit(): void;
  /** Reports that the visitor takes part in the experiments on which the answer depends. */
  offers(question?: Question): Promise<Offer[]>;
  /**
   * Shows the best offer, and resolves to whether there was one. An element keeps up with the shop: it asks again when the
   * cart or the address changes, for as long as it is in the page. A dialog is shown once for each call.
   */
  show(options?: ShowOptions): Promise<boolean>;
  /** Tells the products in the cart after a change that loads no new page. */
  cart(products: readonly string[]): void;
  /** Shows bundles, some of which the shopper fills, and resolves to whether there were any. */
  showBundles(options: BundleOptions): Promise<boolean>;
  /** Reports an order with the offers and bundles accepted before. */
  order(order: Order): void;
  consent(given: boolean): void;
  /** The affiliate’s click, for the shop’s server to send with the order. */
  clickId(): string | null;
  /** This visitor’s variant of each running experiment that the shop itself applies. Reports that the visitor saw it. */
  variants(): Promise<Record<string, string>>;
};

export declare function createShop(options: Options): Shop;
