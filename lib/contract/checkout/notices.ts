import * as z from "zod";
import { confirmation, extension, listOf, oneOf, pageQuery, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList } from "../read.ts";
import { readAs } from "../read-as.ts";

const noticeKinds = ["delivery_exhausted", "endpoint_paused"] as const;

/** What somebody should know of a webhook endpoint, until it is dismissed. */
const notice = z.looseObject({
  id: z.string(),
  kind: z.string(),
  endpoint_id: z.string(),
  /** The latest delivery that it is about. */
  delivery_id: z.string(),
  /** In plain words, of the latest time. */
  message: z.string(),
  /** How often it happened since the first time. */
  count: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Ours: the specification says what is tried and how often, and not who is told when it was in vain. */
export const notices = defineContract({
  notices: {
    list: {
      method: "GET",
      path: "/notices",
      // The one webhook scope of the specification covers reading too.
      scope: "webhooks:manage",
      roles: ["owner", "merchant", "analyst"],
      summary: "List the notices of webhook endpoints",
      query: pageQuery(20).extend({
        kind: oneOf(noticeKinds)
          .optional()
          .meta({ ...extension, description: "Only notices of this kind." }),
      }),
      response: listOf(notice),
      normalize: (body) => readList(body, "notices", (raw: Raw) => readAs(notice, raw)),
      extension: true,
    },
    dismiss: {
      method: "DELETE",
      path: "/notices/:id",
      scope: "webhooks:manage",
      roles: ["owner", "merchant"],
      summary: "Dismiss a notice",
      response: confirmation,
      extension: true,
    },
  },
});
