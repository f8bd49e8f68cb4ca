import { randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { ApiError, invalid, isRecord } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { secretOfApp } from "./shopify-admin.ts";
import { findOrAdd, openTicket } from "./shopify-codes.ts";

const alg = "HS256";

/**
 * Signed, because Shopify adds to a paid order only what the app's server allows. The discount is named like a code, by
 * which the order redeems the ticket; no such code exists in the shop.
 */
export async function changesetFor(context: Context, id: string, given: string): Promise<string> {
  const { pool, currency } = context;
  const { issued, app } = await openTicket(context, id);
  const { lines, price, listPrice } = issued;
  const [line] = lines;
  if (!line?.variant_id || lines.length > 1) throw new ApiError(409, "not_offered", sentence("notOffered", { id }));
  const key = Buffer.from(secretOfApp(app));
  const purchase = await purchaseIn(given, key);
  const { code } = await findOrAdd(pool, issued, null);
  const { quantity, variant_id } = line;
  const discount = { value: toMajor((listPrice - price) / quantity, currency), valueType: "fixed_amount", title: code };
  const change = { type: "add_variant", variantId: Number(variant_id), quantity: 1 };
  // Piece by piece, because Shopify does not say whether an amount is taken off a line or off each piece of it.
  const changes = Array(quantity).fill({ ...change, ...(price < listPrice && { discount }) });
  return new SignJWT({ iss: app.clientId, jti: randomUUID(), sub: purchase, changes })
    .setProtectedHeader({ alg, typ: "JWT" })
    .setIssuedAt()
    .sign(key);
}

/** The purchase for which Shopify signed the token. */
async function purchaseIn(token: string, key: Buffer): Promise<string> {
  const { payload } = await jwtVerify(token, key, { algorithms: [alg] }).catch(() => ({ payload: {} }));
  const data = "input_data" in payload && isRecord(payload.input_data) ? payload.input_data : {};
  const { referenceId } = isRecord(data.initialPurchase) ? data.initialPurchase : {};
  if (typeof referenceId === "string") return referenceId;
  throw invalid({ field: "token", ...sentence("shopifyPurchase") });
}
