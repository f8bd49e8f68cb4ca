/** Cartwright, as the plug-in is told of it. The key is secret, for a live store, and may report orders and save products. */
export type Connection = { url: string; store: string; key: string };

/**
 * Installs a platform from npm into the folder, unless it is there already, and starts it with the plug-in, its test payment
 * provider and the products of `shelf`. The database is empty.
 */
export type OpenShop = (folder: string, connection: Connection, databaseUrl: string) => Promise<RunningShop>;

/** Prices are in cents and include the tax. Shipping costs nothing. */
export const currency = "EUR";
export const shelf = [
  { title: "Ceramic dripper", price: 2490 },
  { title: "Paper filters", price: 690 },
  { title: "Stoneware mug", price: 1490 },
] as const;

/** A platform on this machine. All amounts are in cents. */
export type RunningShop = {
  /** With its version. */
  name: string;
  /** A JavaScript module without imports, which exports `openTill(api: string): Till`. Pages and this program run it. */
  tillFile: string;
  /** What the module is told of the platform's shop API. */
  api: string;
  /** An order as the platform's admin API shows it. The order is named as in `Paid`. */
  order(id: string): Promise<PlatformOrder>;
  /** Pays a part of the order back. */
  refund(id: string, amount: number): Promise<void>;
  cancel(id: string): Promise<void>;
  setPrice(product: string, price: number): Promise<void>;
  remove(product: string): Promise<void>;
  /** Kills the process of the platform, as a power failure would, and starts it again on the same data. */
  restart(): Promise<void>;
  /** What the merchant can read about refused tickets. */
  said(): Promise<string>;
  stop(): Promise<void>;
};

export type PlatformOrder = { total: number; lines: { product: string; quantity: number; paid: number }[] };

/** One shopper with a cart of their own. Knows the platform's shop API alone. */
export type Till = {
  products(): Promise<{ id: string; title: string; price: number }[]>;
  add(product: string): Promise<unknown>;
  /** As the page does in `onAccept`. Rejects if the shop refuses the ticket. */
  accept(ticket: string): Promise<unknown>;
  /** Puts a ticket beside a product of the shopper's own choice, as a shopper who writes requests by hand may try. */
  smuggle(product: string, ticket: string): Promise<unknown>;
  /** Raises the quantity of the line with this product. */
  setQuantity(product: string, quantity: number): Promise<unknown>;
  cart(): Promise<{ products: string[]; total: number }>;
  /** Pays with the test provider. Rejects without a payment if prices have changed; the shopper may then try again. */
  pay(traces?: { click?: string | null; visitor?: string | null }): Promise<Paid>;
};

/** The IDs are those that the plug-in reports. */
export type Paid = { id: string; number: string; total: number };
