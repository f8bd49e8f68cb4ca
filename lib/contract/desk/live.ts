import * as z from "zod";
import { defineContract, roles } from "../define.ts";

/** A message of the live stream names what changed, but never contains the new value. */
export type LiveChange = {
  api: "checkout" | "affiliate" | "desk";
  resource: string;
  record?: string | undefined;
  /** The tab that made the change ignores this message, because it has updated itself already. */
  by?: string | undefined;
  tab?: string | undefined;
  seq?: number | undefined;
  /** Nothing changed, but the audit contains the attempt. */
  refused?: true | undefined;
  /** No person made the change. Such changes, for example of webhooks, may come by the hundred. */
  event?: true | undefined;
  /** For jobs: only the named record changed or, without a name, only lists with the changed records. */
  part?: true | undefined;
  progress?: { done: number; total: number; state: string } | undefined;
};

const status = z.object({
  /** `in_process` if our own service reports its events, `webhook` if another API sends them. */
  source: z.enum(["in_process", "webhook", "none"]),
  hindrance: z.enum(["https_needed"]).nullable(),
  last_event: z.object({ type: z.string(), at: z.string() }).nullable(),
  /** Counted since the connection was made. */
  bad_signatures: z.number(),
  last_bad_at: z.string().nullable(),
});

export type LiveStatus = z.infer<typeof status>;

export const live = defineContract({
  live: {
    status: {
      method: "GET",
      path: "/live/status",
      roles,
      summary: "Read whether events of the checkout API arrive",
      response: status,
    },
    connect: {
      method: "POST",
      path: "/live/connect",
      roles: ["owner", "merchant"],
      summary: "Connect live events of the checkout API",
      response: status,
    },
    disconnect: {
      method: "POST",
      path: "/live/disconnect",
      roles: ["owner", "merchant"],
      summary: "Disconnect live events of the checkout API",
      response: status,
    },
  },
});
