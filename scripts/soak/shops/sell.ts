import { type Desk, type Store, until } from "./desk.ts";
import { type Connection, type Paid, type RunningShop, shelf } from "./running-shop.ts";
import { buysInBrowser, openStorefront, openTillOf } from "./storefront.ts";
import { type Goods, tryTickets } from "./ticket-table.ts";

type Open = (connection: Connection, databaseUrl: string) => Promise<RunningShop>;

const percent = 10;
const toCents = (amount: number) => Math.round(amount * 100);

/** False if the platform and the desk disagree about anything, or if a ticket that does not count lowered a price. */
export async function sell(name: string, desk: Desk, open: Open): Promise<boolean> {
  const store = await desk.open(name, "live");
  const shop = await open(store.connection, await desk.newDatabase(name));
  let isRight = true;
  const compare = (what: string, here: number | string, there: number | string) => {
    const line = `${what.padEnd(42)}${String(here).padStart(10)}${String(there).padStart(12)}`;
    console.log(here === there ? line : `${line}  DIFFERENT`);
    isRight &&= here === there;
  };
  try {
    console.log(`${shop.name.padEnd(42)}${"shop".padStart(10)}${"Cartwright".padStart(12)}`);
    const goods = await told(shop, store);
    const offer = await store.offer({ product: goods.offered.id, trigger: goods.bought.id, percent });

    const { paid: first, commission } = await buysThroughLink(shop, desk, store, goods, compare);
    const { isRight: areTicketsRight, ...tried } = await tryTickets(shop, desk, store, offer, goods);
    isRight &&= areTicketsRight;
    const orders = [first, ...tried.paid];

    const late = await buysWhileAway(shop, desk, store, offer, goods, compare);
    orders.push(late);
    for (const { id, total } of orders) {
      const order = await findOrder(store, id);
      if (toCents(order.total) !== total) compare(`total of order ${id}`, total, toCents(order.total));
    }

    await shop.refund(first.id, 1_000);
    const { refunded_amount } = await findOrder(store, first.id, ({ refunded_amount }) => refunded_amount);
    compare("refunded in part", 1_000, toCents(refunded_amount));
    const kept = Math.round(commission * (1 - 1_000 / first.total));
    compare(
      "the affiliate's commission after it",
      kept,
      await commissionOf(store, first.id, (sum) => sum < commission),
    );
    await shop.refund(first.id, first.total - 1_000);
    await findOrder(store, first.id, ({ refunded_amount }) => toCents(refunded_amount) === first.total);
    compare("and after the rest", 0, await commissionOf(store, first.id, (sum) => sum === 0));
    await shop.cancel(late.id);
    await findOrder(store, late.id, ({ cancelled }) => cancelled);

    const counted = orders.filter(({ id }) => id !== late.id);
    const revenue = counted.reduce((sum, { total }) => sum + total, 0) - first.total;
    const metrics = await until(
      "The revenue",
      () => readMetrics(store),
      ({ total_revenue, total_orders }) => toCents(total_revenue) === revenue && total_orders === counted.length,
    ).catch(() => readMetrics(store));
    compare("orders, without the cancelled one", counted.length, metrics.total_orders);
    compare("revenue, less refunds", revenue, toCents(metrics.total_revenue));
    const redeemed = await store.read("/checkout/v1/tickets?state=redeemed&per_page=100");
    compare("tickets redeemed", tried.redeemed.length + 2, redeemed.pagination.total);
    const other = await store.read("/checkout/v1/tickets?state=other_price");
    compare("of them charged at another price", 0, other.pagination.total);

    await changesProducts(shop, store, goods, compare);
    console.log(await shop.said());
    return isRight;
  } finally {
    await shop.stop();
  }
}

type Compare = (what: string, here: number | string, there: number | string) => void;

/** The products that the shop has told the desk, in the sequence of the shelf. */
async function told(shop: RunningShop, store: Store): Promise<Goods> {
  const till = await openTillOf(shop);
  const products = await till.products();
  const [bought, offered, other] = shelf.map((item) => {
    const found = products.find(({ title, price }) => title === item.title && price === item.price);
    if (!found)
      throw new Error(`${shop.name} does not sell ${item.title} at ${item.price}: ${JSON.stringify(products)}`);
    return found;
  });
  if (!bought || !offered || !other) throw new Error("The shelf is too small.");
  const all = [bought, offered, other];
  await until(
    "The products",
    () => store.read("/checkout/v1/products?per_page=100"),
    ({ data }: { data: { id: string; price: number }[] }) =>
      all.every(({ id, price }) => data.some((known) => known.id === id && toCents(known.price ?? 0) === price)),
  );
  return { bought, offered, other };
}

/** In the browser, through an affiliate's link. */
async function buysThroughLink(
  shop: RunningShop,
  desk: Desk,
  store: Store,
  { bought, offered }: Goods,
  compare: Compare,
) {
  const earns = { status: "active", commission_type: "percentage", commission_rate: 10 };
  const mira = { email: "mira@example.com", first_name: "Mira", last_name: "Berg", ...earns };
  const { id: affiliate_id } = await store.write("POST", "/affiliate/v1/affiliates", mira);
  const storefront = await openStorefront(shop, { url: desk.url, page: store.page });
  const link = { affiliate_id, destination_url: storefront.address };
  const { code } = await store.write("POST", "/affiliate/v1/links", link);
  const { before, after, paid } = await buysInBrowser(`${desk.url}/r/${code}`, bought.title);
  storefront.close();
  const price = Math.round((offered.price * (100 - percent)) / 100);
  compare("the page's total before the offer", before, bought.price);
  compare("and after it", after, bought.price + price);
  compare("paid, and the platform's total", paid.total, (await shop.order(paid.id)).total);
  const isSold = (one: Order) => one.confirmed && one.service_data?.service_revenue;
  const order = await findOrder(store, paid.id, isSold);
  compare("the same in the desk", paid.total, toCents(order.total));
  compare("sold by the offer", price, toCents(order.service_data?.service_revenue ?? 0));
  const attributed = await findAttributed(store, paid.id);
  compare("the affiliate's order", paid.total, attributed.total);
  const goods = attributed.total - attributed.tax - attributed.shipping;
  const commission = await commissionOf(store, paid.id, (sum) => sum > 0);
  compare("the affiliate's commission, 10 %", Math.round(goods / 10), commission);
  return { paid, commission };
}

/** Cartwright is away while a shopper pays, and the platform is killed before it is back. */
async function buysWhileAway(
  shop: RunningShop,
  desk: Desk,
  store: Store,
  offer: string,
  goods: Goods,
  compare: Compare,
) {
  const { ticket, price } = await store.ticket(offer, goods.bought.id);
  await desk.kill();
  const till = await openTillOf(shop);
  const begun = performance.now();
  await till.add(goods.bought.id);
  await till.accept(ticket);
  const paid = await till.pay();
  console.log(`paid in ${(performance.now() - begun).toFixed(0)} ms while Cartwright was away`);
  await shop.restart();
  await desk.start();
  const order = await findOrder(store, paid.id, ({ service_data }) => service_data?.service_revenue);
  compare("an order of that time, after both restarted", paid.total, toCents(order.total));
  compare("and its offer", toCents(price), toCents(order.service_data?.service_revenue ?? 0));
  return paid;
}

async function changesProducts(shop: RunningShop, store: Store, { offered, other }: Goods, compare: Compare) {
  type Listed = { data: { id: string; price: number; status: string }[] };
  const read = async (id: string) => ((await store.read(`/checkout/v1/products?ids=${id}`)) as Listed).data[0];
  await shop.setPrice(offered.id, offered.price + 100);
  const dearer = await until(
    "The new price",
    () => read(offered.id),
    (one) => one && toCents(one.price) !== offered.price,
  );
  compare("a new price", offered.price + 100, toCents(dearer?.price ?? 0));
  await shop.remove(other.id);
  await until(
    "The removal",
    () => read(other.id),
    (one) => one?.status !== "active",
  );
  console.log("a removed product is not offered any more");
}

type Order = {
  total: number;
  refunded_amount: number;
  cancelled: boolean;
  confirmed: boolean;
  service_data?: { service_revenue?: number };
};

const findOrder = (store: Store, id: Paid["id"], fits: (order: Order) => unknown = () => true): Promise<Order> =>
  until(`Order ${id}`, () => store.read(`/checkout/v1/orders/${id}`), fits);

type Attributed = { id: string; total: number; tax: number; shipping: number };

async function findAttributed(store: Store, id: string): Promise<Attributed> {
  const read = () => store.read(`/affiliate/v1/orders?external_id=${id}`);
  const { data } = await until(`The affiliate's order ${id}`, read, ({ data }) => data[0]);
  return data[0];
}

async function commissionOf(store: Store, id: string, fits: (sum: number) => boolean): Promise<number> {
  const { id: order } = await findAttributed(store, id);
  type Commission = { order_id: string; amount: number; status: string };
  const read = async () => {
    const { data } = (await store.read("/affiliate/v1/commissions?per_page=100")) as { data: Commission[] };
    return data.filter(({ order_id }) => order_id === order).reduce((sum, { amount }) => sum + amount, 0);
  };
  return until(`The commission of order ${id}`, read, fits);
}

async function readMetrics(store: Store): Promise<{ total_orders: number; total_revenue: number }> {
  const day = new Date().toISOString().slice(0, 10);
  return (await store.read(`/checkout/v1/analytics/metrics?start_date=${day}&end_date=${day}`)).data;
}
