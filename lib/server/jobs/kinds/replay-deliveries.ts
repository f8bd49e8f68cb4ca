import "server-only";
import * as z from "zod";
import { recordId } from "../../../contract/common.ts";
import { perform } from "../../operations.ts";
import type { Kind } from "../kind.ts";
import { pageSize } from "../settle.ts";

const named = { api: "checkout", resource: "webhooks", operation: "resend" } as const;

/** Sends deliveries of one endpoint again. The service replays a delivery only once, however often it is asked. */
export const replayDeliveries: Kind = {
  params: z.strictObject({ endpoint: recordId }),
  of: () => named,
  calls: 1,
  filtered: true,
  embedded: true,
  toItem: ({ id, label }, params) => ({
    recordId: id,
    label,
    input: { params: { id: String(params.endpoint), delivery: id } },
  }),
  async collect(turn, cursor) {
    const { page = 1 } = cursor as { page?: number };
    const { endpoint, filter = {} } = turn.job.params as { endpoint: string; filter?: Record<string, string> };
    // New deliveries may arrive, but those from before this job do not change.
    const query = { ...filter, page, per_page: pageSize };
    const { body } = await perform({ ...turn, ...named, operation: "logs", params: { id: endpoint }, query });
    const { data } = body as { data: { id: string; event_type?: string; created_at?: string }[] };
    const before = data.filter(({ created_at = "" }) => created_at <= turn.job.createdAt.toISOString());
    const items = before.map(({ id, event_type = null }) => ({
      recordId: id,
      label: event_type,
      input: { params: { id: endpoint, delivery: id } },
    }));
    return { items, next: data.length < pageSize ? null : { page: page + 1 } };
  },
};
