import { and, eq, sql } from "drizzle-orm";
import type { shopify as contract, ShopifyState } from "../../contract/checkout/shopify.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { invalid, keyOf } from "../../contract/errors.ts";
import { shopSource } from "../../database/schema/checkout-shop.ts";
import { shopifyApp } from "../../database/schema/checkout-shopify.ts";
import { log } from "../../log.ts";
import { sentence } from "../../sentences.ts";
import {
  apiVersion,
  apiVersionEndsOn,
  fetchToken,
  originOf,
  ShopifyError,
  sealOfApp,
} from "../connect/shopify-admin.ts";
import { lackedScopes, removeWebhooks, topics } from "../connect/shopify-work.ts";
import { sealSourceSecret } from "../connect/sources.ts";
import { deliverySettings } from "../delivery/address.ts";
import type { Context } from "../kernel/context.ts";
import { missing } from "../kernel/refuse.ts";

const platform = "shopify";
/** A person waits for it. */
const withinMs = 10_000;

export const shopify: ResourceHandlers<(typeof contract)["shopify"], Context> = {
  async get(_, context) {
    return readState(context);
  },

  /** Shopify signs the webhooks that an app registers with the app's secret. */
  async connect({ body: { client_id: clientId, client_secret, without_code, ...body } }, context) {
    const { db, tenantId } = context;
    const shop = body.shop.toLowerCase();
    if (!originOf(shop)) throw invalid({ field: "shop", ...sentence("shopifyAddress") });
    const [known] = await db.select().from(shopifyApp).where(eq(shopifyApp.tenantId, tenantId));
    const isSame = known?.shop === shop && known.clientId === clientId;
    if (!isSame && client_secret === undefined) throw invalid({ field: "client_secret", ...sentence("required") });
    const withoutCode = { withoutCode: without_code };
    if (isSame && client_secret === undefined) {
      await db.update(shopifyApp).set(withoutCode).where(eq(shopifyApp.tenantId, tenantId));
      return readState(context);
    }
    const secret = client_secret ?? "";
    const place = { tenantId, shop, clientId };
    const { token, endsAt, scopes } = await fetchToken({ shop, clientId, secret }, withinMs).catch((cause) => {
      throw cause instanceof ShopifyError ? invalid({ field: "client_secret", ...cause.sentence }) : cause;
    });
    const lacked = lackedScopes(scopes);
    if (lacked) throw invalid({ field: "client_id", ...lacked });
    const fresh = {
      ...{ shop, clientId, ...withoutCode, secret: sealOfApp(secret, place, "secret") },
      ...{
        token: sealOfApp(token, place, "token"),
        tokenEndsAt: endsAt,
        error: null,
        failingSince: null,
        cursor: null,
      },
      ...{ webhooksAt: null, productsAt: null, ordersAt: null, products: 0, orders: 0 },
      ...{ dueAt: sql`now()`, updatedAt: sql`now()` },
    };
    await db
      .insert(shopifyApp)
      .values({ tenantId, ...fresh })
      .onConflictDoUpdate({ target: shopifyApp.tenantId, set: fresh });
    const sealed = sealSourceSecret(secret, { tenantId, platform }, deliverySettings().secret);
    const source = { secret: sealed, rejected: 0, rejectedAt: null, rejection: null, updatedAt: sql`now()` };
    await db
      .insert(shopSource)
      .values({ tenantId, platform, ...source })
      .onConflictDoUpdate({ target: [shopSource.tenantId, shopSource.platform], set: source });
    return readState(context);
  },

  async disconnect(_, { db, tenantId }) {
    const [app] = await db.select().from(shopifyApp).where(eq(shopifyApp.tenantId, tenantId));
    if (!app) return missing("The app of", platform);
    // Whether Shopify is there or not, nothing of the app stays here.
    await removeWebhooks(db, app).catch((err) => {
      if (!(err instanceof ShopifyError)) throw err;
      log.warn({ err }, "the webhooks of a shop at Shopify could not be removed");
    });
    await db.delete(shopifyApp).where(eq(shopifyApp.tenantId, tenantId));
    await db.delete(shopSource).where(and(eq(shopSource.tenantId, tenantId), eq(shopSource.platform, platform)));
    return { id: platform, deleted: true };
  },
};

async function readState({ db, tenantId }: Context): Promise<ShopifyState> {
  const [app] = await db.select().from(shopifyApp).where(eq(shopifyApp.tenantId, tenantId));
  const part = (at: Date | null, count: number) => ({ done_at: at?.toISOString() ?? null, count });
  return {
    app: app
      ? {
          shop: app.shop,
          client_id: app.clientId,
          without_code: app.withoutCode,
          connected_at: app.updatedAt.toISOString(),
          webhooks: part(app.webhooksAt, app.webhooksAt ? topics.length : 0),
          products: part(app.productsAt, app.products),
          orders: part(app.ordersAt, app.orders),
          failing_since: app.failingSince?.toISOString() ?? null,
          error: app.error && { message: app.error.message, message_key: keyOf(app.error) },
        }
      : null,
    api_version: apiVersion,
    api_version_ends_on: apiVersionEndsOn,
    as_of: new Date().toISOString(),
  };
}
