import { eq, sql } from "drizzle-orm";
import type { proposalOperations as contract, Proposals } from "../../contract/checkout/proposals.ts";
import { acceptanceBasis, mostProposals } from "../../contract/checkout/recommendation-words.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { recommendationRun } from "../../database/schema/checkout-recommendations.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";

type Facts = "price" | "together" | "orders" | "orders_lately";
type Pair = Pick<Proposals["data"][number], "trigger_product" | "product_id" | Facts>;

export const proposals: ResourceHandlers<(typeof contract)["proposals"], Context> = {
  async list(_, context) {
    const { db, tenantId, currency } = context;
    const [[run], acceptance, pairs] = await Promise.all([
      db.select().from(recommendationRun).where(eq(recommendationRun.tenantId, tenantId)),
      readAcceptance(context),
      readPairs(context),
    ]);
    const data = pairs.map(({ price, ...pair }) => {
      const brings = (share: number) => toMajor(Math.round(pair.orders_lately * (price ?? 0) * share), currency);
      const revenue = price !== null && acceptance;
      return {
        ...pair,
        price: price === null ? null : toMajor(price, currency),
        revenue: revenue ? { least: brings(revenue.least), most: brings(revenue.most) } : null,
      };
    });
    return { data, orders: run?.orders ?? 0, computed_at: run?.computedAt?.toISOString() ?? null, acceptance };
  },
};

/** Between the lower and the upper quarter of the store's own offers. */
async function readAcceptance({ db, tenantId }: Context): Promise<Proposals["acceptance"]> {
  const { rows } = await db.execute<NonNullable<Proposals["acceptance"]>>(sql`
    select count(*)::int as offers, percentile_cont(0.25) within group (order by share) as least,
      percentile_cont(0.75) within group (order by share) as most
    from (select least(1, sum(accepted)::float8 / sum(shown)) as share from checkout.daily_upsell
      where tenant_id = ${tenantId} and day > current_date - ${acceptanceBasis.days}::int
      group by upsell_id having sum(shown) >= ${acceptanceBasis.shown}) offer`);
  const [found] = rows;
  return found && found.offers >= acceptanceBasis.offers ? found : null;
}

/** Of so many pairs with the most to gain, those that no offer covers are proposed. */
const mostCompared = 1_000;

/** The price is in minor units. An active offer of the product, or of what is bought together, covers its carts. */
async function readPairs({ db, tenantId }: Context): Promise<Pair[]> {
  const { rows } = await db.execute<Pair>(sql`
    select trigger_product, product_id, price, together, orders, lately as orders_lately from (
      select pair.product_id as trigger_product, partner_id as product_id, p.price, together, orders, lately
      from checkout.bought_together pair
      join checkout.product p on p.tenant_id = pair.tenant_id and p.id = partner_id and p.status = 'active'
      where pair.tenant_id = ${tenantId}
        and (p.variants = '[]' or jsonb_path_exists(p.variants, '$[*] ? (@.stock == null || @.stock > 0)'))
      order by lately * p.price desc nulls last, together desc, pair.product_id, partner_id limit ${mostCompared}) pair
    where not exists (
      select from checkout.upsell u where u.tenant_id = ${tenantId} and u.status = 'active'
        and (u.trigger_products = '{}' or trigger_product = any(u.trigger_products))
        and (u.product_id = pair.product_id or u.recommendation ->> 'kind' = 'bought_together'))
    order by lately * price desc nulls last, together desc, trigger_product, pair.product_id limit ${mostProposals}`);
  return rows;
}
