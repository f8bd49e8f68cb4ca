import * as z from "zod";
import { externalId } from "../common.ts";
import { defineContract } from "../define.ts";

/** What a stream tells: that something changed and where, never what it is now. */
export type LiveChange = {
  api: "checkout" | "affiliate" | "desk";
  resource: string;
  record?: string | undefined;
  /** Whose deed it was, and in which tab, which has seen to it already. */
  by?: string | undefined;
  tab?: string | undefined;
  /** The row of the audit that tells of it. */
  seq?: number | undefined;
  /** Nothing was changed, but the audit has the attempt. */
  refused?: true | undefined;
  /** Nobody did it, as with a webhook: such changes may come by the hundred. */
  event?: true | undefined;
  /** Of a job, which changes many: the record that is named, or without one the lists that all of them are in. */
  part?: true | undefined;
  /** Of a job. */
  progress?: { done: number; total: number; state: string } | undefined;
};

const status = z.object({
  /** `in_process` where our own service tells us of its events, `webhook` where another API sends them. */
  source: z.enum(["in_process", "webhook", "none"]),
  /** Why it cannot be connected; null where it can or is. */
  hindrance: z.enum(["https_needed"]).nullable(),
  last_event: z.object({ type: z.string(), at: z.string() }).nullable(),
  /** Sendings with a signature that was not ours, since it was connected. */
  bad_signatures: z.number(),
  last_bad_at: z.string().nullable(),
});

export type LiveStatus = z.infer<typeof status>;

const takenEvent = z.object({
  id: z.string(),
  type: z.string(),
  /** What the API says, and when it came here. */
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
