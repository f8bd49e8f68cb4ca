import * as z from "zod";
import { externalId } from "../common.ts";
import { defineContract } from "../define.ts";

/** A message of the live stream: what changed, but never its new value. */
export type LiveChange = {
  api: "checkout" | "affiliate" | "desk";
  resource: string;
  record?: string | undefined;
  /** The person and the browser tab that made the change. That tab has updated itself already. */
  by?: string | undefined;
  tab?: string | undefined;
  /** The row of the audit with this change. */
  seq?: number | undefined;
  /** Nothing changed, but the audit contains the attempt. */
  refused?: true | undefined;
  /** No person made the change, as with a webhook. Such changes may come by the hundred. */
  event?: true | undefined;
  /**
   * For jobs, which change many records: only the named record changed, or without a name, the lists that contain the
   * changed records.
   */
  part?: true | undefined;
  /** Progress of a job. */
  progress?: { done: number; total: number; state: string } | undefined;
};

const status = z.object({
  /** `in_process` if our own service reports its events, `webhook` if another API sends them. */
  source: z.enum(["in_process", "webhook", "none"]),
  /** Why live events cannot be connected, or null. */
  hindrance: z.enum(["https_needed"]).nullable(),
  last_event: z.object({ type: z.string(), at: z.string() }).nullable(),
  /** Requests with a wrong signature since the connection was made. */
  bad_signatures: z.number(),
  last_bad_at: z.string().nullable(),
});

export type LiveStatus = z.infer<typeof status>;

const takenEvent = z.object({
  id: z.string(),
  type: z.string(),
  /** The time that the API reports, and the time of arrival. */
  created_at: z.string().nullable(),
  received_at: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});

export const live = defineContract({
  live: {
    status: {
      method: "GET",
      path: "/live/status",
      roles: ["owner", "merchant", "affiliate_manager", "analyst"],
      summary: "Read whether events of the checkout API arrive",
      response: status,
    },
    events: {
      method: "GET",
      path: "/live/events",
      roles: ["owner", "merchant", "analyst"],
      summary: "List the events of an order that another API sent here, the first one first",
      query: z.object({ order: externalId.describe("The id of an order.") }),
      response: z.object({ data: z.array(takenEvent) }),
    },
    connect: {
      method: "POST",
      path: "/live/connect",
      roles: ["owner", "merchant"],
      summary: "Have the checkout API send its events here",
      response: status,
    },
    disconnect: {
      method: "POST",
      path: "/live/disconnect",
      roles: ["owner", "merchant"],
      summary: "Take no more events of the checkout API",
      response: status,
    },
  },
});
