import { decodeJwt } from "jose";
import type { Desk, Store } from "./desk.ts";
import { forgeriesOf, inSeconds, signedWith, waitUntil } from "./forged-tickets.ts";
import type { Paid, RunningShop, Till } from "./running-shop.ts";
import { openTillOf } from "./storefront.ts";

export type Goods = Record<"bought" | "offered" | "other", { id: string; title: string; price: number }>;
type Attempt = { what: string; said: string; paid: Paid; charged: number };
type Row = Attempt & { list: number };

const shoppersAtOnce = 5;

/** Orders with every kind of ticket that must not count, prints what was charged, and returns the orders. */
export async function tryTickets(shop: RunningShop, desk: Desk, store: Store, offer: string, goods: Goods) {
  const { bought, offered, other } = goods;
  const issue = async (from = store, of = offer) => (await from.ticket(of, bought.id)).ticket;
  const rows: Row[] = [];

  async function attempt(
    what: string,
    act: (till: Till) => Promise<unknown>,
    { product = offered, quantity = 1 } = {},
  ) {
    rows.push({ ...(await order(shop, bought.id, product.id, what, act)), list: product.price * quantity });
  }
  const accepting = async (what: string, ticket: Promise<string> | string) => {
    const made = await ticket;
    await attempt(what, (till) => till.accept(made));
  };

  const real = await issue();
  const price = Math.round(Number(decodeJwt(real).price) * 100);
  for (const [what, forged] of Object.entries(await forgeriesOf(real, desk.url))) await accepting(what, forged);
  for (const [what, elsewhere] of Object.entries({
    "of another store": await desk.open(`${store.connection.store}-other`, "live"),
    "of the sandbox": await desk.open(store.connection.store, "sandbox"),
  })) {
    const { data } = await store.read("/checkout/v1/products?per_page=100");
    // biome-ignore lint/suspicious/noExplicitAny: as the API returns it
    const products = data.map(({ updated_at: _, ...product }: any) => product);
    await elsewhere.write("PUT", "/checkout/v1/products", { products });
    const same = await elsewhere.offer({ product: offered.id, trigger: bought.id, percent: 10 });
    await accepting(what, issue(elsewhere, same));
  }
  await accepting("expired", signedWith(real, { iat: inSeconds(-3600), exp: inSeconds(-1800) }));
  await accepting("in another currency", signedWith(real, { currency: "USD" }));
  const [line] = decodeJwt<{ lines: object[] }>(real).lines;
  await accepting(
    "for a product that is not its variant's",
    signedWith(real, { lines: [{ ...line, product_id: other.id }] }),
  );
  await attempt("put beside another product", (till) => till.smuggle(other.id, real), { product: other });
  const end = inSeconds(8);
  const short = await signedWith(real, { exp: end });
  await attempt("expired between cart and payment", async (till) => {
    await till.accept(short);
    await waitUntil(end + 1);
  });
  const twice = await issue();
  const two = { quantity: 2 };
  const twoPieces = async (till: Till) => {
    await till.accept(twice);
    await till.setQuantity(offered.id, 2);
  };
  await attempt("for one piece, with two in the cart", twoPieces, two);

  const valid = await order(shop, bought.id, offered.id, "valid, for comparison", (till) => till.accept(real));
  await accepting("used before", real);
  const raced = await issue();
  const race = await Promise.all(
    Array.from({ length: shoppersAtOnce }, () =>
      order(shop, bought.id, offered.id, `in ${shoppersAtOnce} orders at once`, (till) => till.accept(raced)),
    ),
  );
  const winners = race.filter(({ charged }) => charged === price);
  rows.push(...race.filter((one) => !winners.includes(one)).map((one) => ({ ...one, list: offered.price })));

  print("the ticket is …", "charged", "list price", "what the shop said");
  for (const { what, charged, list, said } of rows) print(what, cents(charged), cents(list), said, charged !== list);
  for (const { what, charged, said } of [valid, ...winners])
    print(what, cents(charged), cents(offered.price), said, charged !== price);
  const isRight =
    rows.every(({ charged, list }) => charged === list) && valid.charged === price && winners.length === 1;
  return { isRight, redeemed: [valid, ...winners], paid: [...rows, valid, ...winners].map(({ paid }) => paid) };
}

const cents = (amount: number) => (amount / 100).toFixed(2);

function print(what: string, charged: string, list: string, said: string, isWrong = false): void {
  const line = `${what.padEnd(42)}${charged.padStart(10)}${list.padStart(12)}   ${said}`;
  console.log(isWrong ? `${line}  WRONG` : line);
}

/** One shopper buys both products, whatever the shop says of the ticket. */
async function order(
  shop: RunningShop,
  bought: string,
  product: string,
  what: string,
  act: (till: Till) => Promise<unknown>,
): Promise<Attempt> {
  const till = await openTillOf(shop);
  const said: string[] = [];
  const hear = (error: Error) => {
    said.push(error.message);
  };
  await till.add(bought);
  await act(till).catch(hear);
  if (!(await till.cart()).products.includes(product)) await till.add(product);
  // A shopper who is told of another total reads it and goes on.
  const paid = (await till.pay().catch(hear)) ?? (await till.pay());
  const { lines } = await shop.order(paid.id);
  const charged = lines.filter((line) => line.product === product).reduce((sum, line) => sum + line.paid, 0);
  return { what, said: said.join(" "), paid, charged };
}
