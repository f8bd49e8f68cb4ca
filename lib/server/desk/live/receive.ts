import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { ApiError } from "../../../contract/errors.ts";
import { signatureHeader, signaturePrefix } from "../../../contract/events.ts";
import { hook } from "../../../database/schema/desk-live.ts";
import { readBytes } from "../../../read-body.ts";
import { sentence } from "../../../sentences.ts";
import { db } from "../../db.ts";
import { recallSecrets } from "../../memory/remembered-records.ts";
import { tellLive } from "../../notify.ts";
import { baseUrlOf } from "../../wire/connections.ts";
import { answer, json } from "../../wire/http.ts";
import { readEvent, takeEvents } from "./events.ts";

const largest = 256 * 1024;

/** Receives an event of another API. The request needs no session, because its signature proves the sender. */
export function receive(request: Request, id: string): Promise<Response> {
  return answer(request, async () => {
    const [row] = await db().select().from(hook).where(eq(hook.id, id));
    if (!row) throw new ApiError(404, "not_found", sentence("nothingHere"));
    const { storeId, mode, baseUrl, endpointId, endedAt } = row;
    if (endedAt || baseUrl !== baseUrlOf({ api: "checkout", mode })) {
      throw new ApiError(410, "gone", "This address no longer accepts events.");
    }
    const body = await readBytes(request, largest);
    if (body === null) throw new ApiError(413, "payload_too_large", "An event can hold at most 256 KB.");
    const secrets = endpointId === null ? [] : await recallSecrets({ storeId, mode }, endpointId);
    if (!isSigned(body, request.headers.get(signatureHeader), secrets)) {
      await countBad(id);
      await tellLive({ store: storeId, mode, api: "desk", resource: "live", event: true });
      throw new ApiError(401, "bad_signature", `${signatureHeader} does not match this body.`);
    }
    await takeEvents({ storeId, mode }, [readEvent(body)], { forOrders: true });
    return json({ received: true });
  });
}

function isSigned(body: Buffer, header: string | null, secrets: readonly string[]): boolean {
  if (!header?.startsWith(signaturePrefix)) return false;
  const sent = Buffer.from(header.slice(signaturePrefix.length).trim().toLowerCase());
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("hex"));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

async function countBad(id: string): Promise<void> {
  await db()
    .update(hook)
    .set({ badSignatures: sql`${hook.badSignatures} + 1`, lastBadAt: sql`now()` })
    .where(eq(hook.id, id));
}
