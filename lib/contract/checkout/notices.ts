import * as z from "zod";
import { confirmation, extra, listOf, oneOf, pageQuery, textKey, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList } from "../read.ts";
import { readAs } from "../read-as.ts";

const noticeKinds = ["delivery_exhausted", "endpoint_paused"] as const;

const notice = z.looseObject({
  id: z.string(),
  kind: z.string(),
  endpoint_id: z.string(),
  delivery_id: z.string(),
  message: z.string(),
  message_key: textKey,
  count: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Our extension: the specification defines the attempts, but not who is informed when all of them fail. */
export const notices = defineContract({
  notices: {
    list: {
      method: "GET",
      path: "/notices",
      scope: "webhooks:manage",
      roles: ["owner", "merchant", "analyst"],
      summary: "List the notices of webhook endpoints",
      query: pageQuery(20).extend({
        kind: extra(oneOf(noticeKinds), "Only notices of this kind."),
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
