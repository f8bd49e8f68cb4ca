import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { isRecord, type Sentence } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";
import { shopifyApp } from "../../database/schema/checkout-shopify.ts";
import { perProcess } from "../../per-process.ts";
import { readText } from "../../read-body.ts";
import { openWith, type Resealing, sealWith, secretKey } from "../../secret.ts";
import { sentence } from "../../sentences.ts";
import { deliverySettings, isAllowed } from "../delivery/address.ts";

/** Shopify supports each version for a year. */
export const apiVersion = "2026-10";
export const apiVersionEndsOn = "2027-10-01";

export type ShopifyApp = typeof shopifyApp.$inferSelect;

const answerMs = 20_000;
const largestAnswer = 8 * 1024 * 1024;
/** So that no token ends while it is on its way. */
const marginMs = 60_000;
/** The share of what Shopify allows that work in the background leaves to shoppers. */
const leftToShoppers = 0.5;

/** What Shopify did not do, in words for the merchant. */
export class ShopifyError extends Error {
  readonly sentence: Sentence;
  /** Set if there were only too many calls: after this time, Shopify answers again. */
  readonly waitMs: number | undefined;
  constructor(said: Sentence, waitMs?: number) {
    super(said.message);
    this.sentence = said;
    this.waitMs = waitMs;
  }
}

/** Null for anything but a shop's own address at Shopify, and what the operator allows for trying out. */
export function originOf(shop: string): string | null {
  if (/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(shop)) return `https://${shop}`;
  const nearby = `http://${shop}`;
  const { allowedHosts } = deliverySettings();
  return URL.canParse(nearby) && new URL(nearby).host === shop && isAllowed(new URL(nearby), allowedHosts)
    ? nearby
    : null;
}

type Sealed = "secret" | "token";
const inOrder = ({ tenantId, shop, clientId }: AppPlace, what: Sealed) => [tenantId, shop, clientId, what];
type AppPlace = Pick<ShopifyApp, "tenantId" | "shop" | "clientId">;
const keyFrom = (master: string) => secretKey(master, "shopify-app");

export const sealOfApp = (plain: string, app: AppPlace, what: Sealed, master = deliverySettings().secret): Buffer =>
  sealWith(keyFrom(master), plain, inOrder(app, what));

const opened = (sealed: Buffer, app: AppPlace, what: Sealed, master = deliverySettings().secret): string | null =>
  openWith(keyFrom(master), sealed, inOrder(app, what));

export function secretOfApp(app: ShopifyApp, master?: string): string {
  const plain = opened(app.secret, app, "secret", master);
  if (plain === null)
    throw new Error("The secret of an app at Shopify does not open: it was sealed under another one.");
  return plain;
}

/** Tokens are not sealed again, because each is soon replaced. */
export async function resealShopifyApps(tx: Pick<Database, "select" | "update">, work: Resealing): Promise<void> {
  for (const app of await tx.select().from(shopifyApp).for("update")) {
    const secret = await work.again(
      app.secret,
      (master) => opened(app.secret, app, "secret", master),
      (plain, master) => sealOfApp(plain, app, "secret", master),
    );
    await tx.update(shopifyApp).set({ secret, token: null }).where(eq(shopifyApp.tenantId, app.tenantId));
  }
}

type Credentials = Pick<ShopifyApp, "shop" | "clientId"> & { secret: string };
type Token = { token: string; endsAt: Date; scopes: string[] };

/** An app in the organization of its shop exchanges its credentials for a token of 24 hours. */
export async function fetchToken({ shop, clientId, secret }: Credentials, withinMs = answerMs): Promise<Token> {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: secret };
  const { status, body } = await post(shop, "/admin/oauth/access_token", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
    withinMs,
  });
  const { access_token, expires_in = 0, scope = "" } = isRecord(body) ? body : {};
  if (status === 200 && typeof access_token === "string") {
    const endsAt = new Date(Date.now() + Number(expires_in) * 1000);
    return { token: access_token, endsAt, scopes: String(scope).split(",") };
  }
  throw status < 500 && status !== 429 ? new ShopifyError(sentence("shopifyCredentials")) : unanswered(status);
}

const sharedMs = 2_000;
const renewals = perProcess("shopify tokens", () => new Map<string, Promise<string>>());

/** Shoppers who accept at the same moment share one request. */
export function renewToken(db: Database, app: ShopifyApp, withinMs?: number): Promise<string> {
  const name = `${app.tenantId} ${app.shop} ${app.clientId}`;
  const known = renewals.get(name);
  if (known) return known;
  const renewing = renew(db, app, withinMs);
  renewals.set(name, renewing);
  const forget = () => renewals.delete(name);
  // Who read the app before the token was stored asks a moment later.
  renewing.then(() => setTimeout(forget, sharedMs).unref(), forget);
  return renewing;
}

async function renew(db: Database, app: ShopifyApp, withinMs?: number): Promise<string> {
  const { token, endsAt } = await fetchToken({ ...app, secret: secretOfApp(app) }, withinMs);
  const sealed = sealOfApp(token, app, "token");
  await db.update(shopifyApp).set({ token: sealed, tokenEndsAt: endsAt }).where(eq(shopifyApp.tenantId, app.tenantId));
  return token;
}

function tokenOf(app: ShopifyApp): string | null {
  const isOver = (app.tokenEndsAt?.getTime() ?? 0) < Date.now() + marginMs;
  return isOver || !app.token ? null : opened(app.token, app, "token");
}

/** What a shop's bucket held when Shopify last said so. It fills at `rate` a second. */
type Bucket = { held: number; most: number; rate: number; at: number };
const buckets = perProcess("shopify buckets", () => new Map<string, Bucket>());

function waitFor({ held, most, rate, at }: Bucket, points: number): number {
  const now = Math.min(most, held + (rate * (Date.now() - at)) / 1000);
  return Math.max(0, Math.ceil(((Math.min(points, most) - now) / rate) * 1000));
}

type Patience = { withinMs?: number; inBackground?: boolean };

/** Answers with the data of a document, or throws a `ShopifyError`. */
export async function askShopify<Data>(
  db: Database,
  app: ShopifyApp,
  query: string,
  variables: object = {},
  { withinMs = answerMs, inBackground = false }: Patience = {},
): Promise<Data> {
  const end = Date.now() + withinMs;
  const known = buckets.get(app.shop);
  const early = known && inBackground ? waitFor(known, known.most * leftToShoppers) : 0;
  if (early > 0) throw busy(early);
  let token = tokenOf(app);
  for (let isNew = token === null; ; ) {
    token ??= await renewToken(db, app, end - Date.now());
    const { status, retryAfter, body } = await post(app.shop, `/admin/api/${apiVersion}/graphql.json`, {
      headers: { "content-type": "application/json", "x-shopify-access-token": token },
      body: JSON.stringify({ query, variables }),
      withinMs: end - Date.now(),
    });
    if (status === 401 && !isNew) {
      [token, isNew] = [null, true];
      continue;
    }
    const answer = isRecord(body) ? (body as Answer) : {};
    const cost = noteCost(app.shop, answer);
    const { errors } = answer;
    const codes = Array.isArray(errors) ? errors.map((error) => error.extensions?.code) : [];
    if (status === 429 || codes.includes("THROTTLED")) {
      const wait = cost ?? (retryAfter || 1) * 1000;
      if (inBackground || Date.now() + wait >= end) throw busy(wait);
      await sleep(wait);
      continue;
    }
    if (status === 401) throw new ShopifyError(sentence("shopifyCredentials"));
    if (status === 404) throw new ShopifyError(sentence("shopifyNoShop", { shop: app.shop }));
    if (errors === undefined && status === 200 && answer.data) return answer.data as Data;
    if (status >= 500 || (errors === undefined && status !== 200)) throw unanswered(status);
    throw refusedWith(Array.isArray(errors) ? errors : [{ message: String(errors) }]);
  }
}

type Answer = {
  data?: unknown;
  errors?: { message?: string; extensions?: { code?: string } }[] | string;
  extensions?: {
    cost?: {
      requestedQueryCost?: number;
      throttleStatus?: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
    };
  };
};

/** Returns how long to wait until the bucket holds what the query may cost. */
function noteCost(shop: string, { extensions }: Answer): number | undefined {
  const { requestedQueryCost = 0, throttleStatus: said } = extensions?.cost ?? {};
  if (!said) return undefined;
  const { maximumAvailable: most, currentlyAvailable: held, restoreRate: rate } = said;
  const bucket = { held, most, rate, at: Date.now() };
  buckets.set(shop, bucket);
  return waitFor(bucket, requestedQueryCost);
}

const busy = (waitMs: number) => new ShopifyError(sentence("shopifyBusy"), waitMs);
const unanswered = (status: number) => new ShopifyError(sentence("shopifyStatus", { status }));

export type UserError = { message: string; code?: string | null; field?: readonly string[] | null };

export const refusedWith = (errors: readonly { message?: string }[]): ShopifyError => {
  const reason = errors.map(({ message = "" }) => message).join(" ");
  return new ShopifyError(sentence("shopifyRefused", { reason: reason.slice(0, 500) }));
};

type Sent = { headers: Record<string, string>; body: string; withinMs: number };

async function post(shop: string, path: string, { headers, body, withinMs }: Sent) {
  const origin = originOf(shop);
  if (!origin) throw new ShopifyError(sentence("shopifyAddress"));
  if (withinMs <= 0) throw new ShopifyError(sentence("shopifyLate"));
  try {
    const response = await fetch(origin + path, {
      method: "POST",
      redirect: "error",
      headers: { accept: "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(withinMs),
    });
    const text = await readText(response, largestAnswer);
    const retryAfter = Number(response.headers.get("retry-after"));
    return { status: response.status, retryAfter, body: text === null ? undefined : jsonOf(text) };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    throw new ShopifyError(sentence(isLate ? "shopifyLate" : "shopifyUnreached"));
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
