import { type Context, Hono } from "hono";
import { routePath } from "hono/route";
import { type Platform, platforms } from "../../contract/checkout/source-words.ts";
import { ApiError } from "../../contract/errors.ts";
import { type Database, toBusy } from "../../database/client.ts";
import { shopDelivery } from "../../database/schema/checkout-shop.ts";
import { log } from "../../log.ts";
import { readBytes } from "../../read-body.ts";
import { noteRoute } from "../../request-context.ts";
import { sentence } from "../../sentences.ts";
import { deliverySettings } from "../delivery/address.ts";
import type { Mode } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { connectors, digestOf } from "./platforms.ts";
import { findSource, noteRejection, openSourceSecret } from "./sources.ts";

const maxBody = 1024 * 1024;
const isPlatform = (word: string): word is Platform => (platforms as readonly string[]).includes(word);

/** Stores what platforms tell, and responds. The background work applies it, so that no platform waits. */
export function shopEndpoints(db: Database): Hono {
  const receive = (mode: Mode) => async (c: Context) => {
    noteRoute(routePath(c));
    const { platform = "", store = "" } = c.req.param() as Record<string, string>;
    const source = isPlatform(platform) ? await findSource(db, platform, store, mode) : undefined;
    if (!source || !isPlatform(platform)) throw new ApiError(404, "not_found", sentence("nothingHere"));
    const { tenantId } = source;
    const { headers } = c.req.raw;
    const body = await readBytes(c.req.raw, maxBody);
    if (body === null) {
      noteRejection(db, { tenantId, platform, rejection: "too_large" });
      throw new ApiError(413, "payload_too_large", "The body is larger than 1 MiB.");
    }
    const connector = connectors[platform];
    if (connector.isPing?.(body, headers)) return c.json({ received: true });
    const secret = openSourceSecret(source.secret, { tenantId, platform }, deliverySettings().secret);
    const rejection = connector.verify(body, headers, secret);
    if (rejection) {
      noteRejection(db, { tenantId, platform, rejection });
      throw new ApiError(401, "unauthorized", "The signature is not valid.");
    }
    const { deliveryId, topic } = connector.identify(body, headers);
    await db
      .insert(shopDelivery)
      .values({
        tenantId,
        id: newId("shd"),
        platform,
        deliveryId: deliveryId?.toWellFormed().slice(0, 200) ?? digestOf(body),
        topic: topic?.toWellFormed().slice(0, 100) ?? "",
        body,
      })
      .onConflictDoNothing();
    return c.json({ received: true });
  };
  const app = new Hono();
  for (const [path, mode] of [
    ["/:platform/:store", "live"],
    ["/:platform/:store/sandbox", "sandbox"],
  ] as const) {
    app.post(path, receive(mode));
    app.all(path, () => {
      throw new ApiError(405, "method_not_allowed", "Only POST is allowed here.");
    });
  }
  app.onError((thrown, c) => {
    const cause = toBusy(thrown) ?? thrown;
    const error = cause instanceof ApiError ? cause : new ApiError(500, "server_error", sentence("wrongHere"));
    if (error !== cause) log.error({ err: cause, path: c.req.path }, "a shop's delivery was not stored");
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    return c.json(error.toBody(), error.status as 500);
  });
  return app;
}
