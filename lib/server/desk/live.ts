import "server-only";
import { randomBytes } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { LiveStatus } from "../../contract/desk/live.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { specifiedEventTypes } from "../../contract/events.ts";
import { hook, seenEvent } from "../../database/schema/desk-live.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import { env } from "../env.ts";
import { recallSecrets } from "../memory/remembered-records.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";
import { baseUrlOf, readConnection, servedHere } from "../wire/connections.ts";
import { perform } from "../wire/perform-call.ts";

export const live: DeskHandlers<"live"> = {
  async status(_input, context) {
    return readStatus(context);
  },

  async connect(_input, context) {
    const { source, hindrance } = await readStatus(context);
    if (source !== "none") return readStatus(context);
    if (hindrance) {
      const reason = "APIs send events only to https addresses, and CARTWRIGHT_ORIGIN is not one.";
      throw new ApiError(409, hindrance, reason);
    }
    const storeMode = storeModeOf(context);
    const { baseUrl } = await readConnection({ ...storeMode, api: "checkout" });
    const id = randomBytes(24).toString("base64url");
    // Stored before the API is called, because its first event may arrive before its response.
    await db()
      .insert(hook)
      .values({ ...storeMode, id, baseUrl });
    try {
      const endpointId = await createEndpoint(context, `${env().CARTWRIGHT_ORIGIN}/api/hooks/${id}`);
      if ((await recallSecrets(storeMode, endpointId)).length === 0) {
        throw new ApiError(502, "no_secret", sentence("endpointNoSecret"));
      }
      await db().update(hook).set({ endpointId }).where(eq(hook.id, id));
    } catch (cause) {
      // Ended even if the API may have created the endpoint: its events are then answered with 410.
      await db().update(hook).set({ endedAt: new Date() }).where(eq(hook.id, id));
      throw cause;
    }
    return readStatus(context);
  },

  /** The specification has no way to delete an endpoint. Its events are answered with 410 instead. */
  async disconnect(_input, context) {
    await db()
      .update(hook)
      .set({ endedAt: new Date() })
      .where(and(inDesk(hook, context), isNull(hook.endedAt)));
    return readStatus(context);
  },
};

async function createEndpoint({ membership, mode, requestId }: DeskContext, url: string): Promise<string> {
  const webhook = { url, events: specifiedEventTypes, enabled: true };
  const creation = { api: "checkout", resource: "webhooks", operation: "create" } as const;
  const { body } = await perform({ ...creation, membership, mode, lane: "click", body: webhook, requestId });
  return isRecord(body) ? String(body.id) : "";
}

async function readStatus(context: DeskContext): Promise<LiveStatus> {
  const { mode } = context;
  const [row] = await db()
    .select()
    .from(hook)
    .where(and(inDesk(hook, context), isNull(hook.endedAt), eq(hook.baseUrl, baseUrlOf({ api: "checkout", mode }))))
    .orderBy(desc(hook.createdAt))
    .limit(1);
  const [last] = await db()
    .select({ type: seenEvent.type, at: seenEvent.receivedAt })
    .from(seenEvent)
    .where(inDesk(seenEvent, context))
    .orderBy(desc(seenEvent.receivedAt))
    .limit(1);
  const source = servedHere(mode).includes("checkout") ? "in_process" : row?.endpointId ? "webhook" : "none";
  return {
    source,
    hindrance: source === "none" && !env().CARTWRIGHT_ORIGIN.startsWith("https:") ? "https_needed" : null,
    last_event: last ? { type: last.type, at: last.at.toISOString() } : null,
    bad_signatures: row?.badSignatures ?? 0,
    last_bad_at: row?.lastBadAt?.toISOString() ?? null,
  };
}
