import "server-only";
import { and, eq } from "drizzle-orm";
import type { webhooks as contract, FoundEvent, WebhookLog } from "../../contract/checkout/webhooks.ts";
import type { Page } from "../../contract/common.ts";
import { present, readString, readStrings } from "../../contract/read.ts";
import { remembered } from "../../database/schema/desk-work.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import { listRemembered } from "../memory/remembered-records.ts";
import { perform } from "../wire/perform-call.ts";
import type { StandIns } from "./stand-in.ts";

const mostLogs = 20;

type Row = typeof remembered.$inferSelect;

/** An endpoint that was created here has its address and events; one that was added by its ID has a name at most. */
function toWebhook({ id, name, extra, sealed, firstSeen }: Row) {
  const events = readStrings(extra?.events) ?? [];
  return {
    id,
    ...present({ name: name ?? undefined, url: readString(extra?.url) }),
    ...(events.length > 0 && { events }),
    has_secret: sealed !== null,
    first_seen: firstSeen.toISOString(),
  };
}

export const webhooks: StandIns<typeof contract.webhooks> = {
  async list({ query: { page, per_page } }, call) {
    const { rows, total } = await listRemembered(storeModeOf(call), "webhook_endpoint", { page, per_page });
    return { data: rows.map(toWebhook), pagination: { page, per_page, total } };
  },

  async get({ params: { id } }, call) {
    const [row] = await db()
      .select()
      .from(remembered)
      .where(and(inDesk(remembered, call), eq(remembered.kind, "webhook_endpoint"), eq(remembered.id, id)));
    return row ? toWebhook(row) : { id };
  },

  /** A log has no payloads, so only the ids in the logs are compared. */
  async find({ query: { search } }, call) {
    const { rows } = await listRemembered(storeModeOf(call), "webhook_endpoint", { page: 1, per_page: mostLogs });
    const logs = await Promise.all(
      rows.map(async ({ id }) => {
        const { body } = await perform({ ...call, operation: "logs", params: { id }, query: {} });
        return (body as Page<WebhookLog>).data.map((log) => ({ ...log, endpoint_id: id }));
      }),
    );
    const data = logs
      .flat()
      .filter(({ id, event_id }) => id === search || event_id === search)
      .map(
        (log): FoundEvent => ({
          id: log.event_id ?? log.id,
          type: log.event_type ?? "",
          created_at: log.created_at ?? "",
          deliveries: [log],
        }),
      );
    return { data, looked_through: { count: logs.length } };
  },
};
