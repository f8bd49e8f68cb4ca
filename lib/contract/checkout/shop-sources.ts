import * as z from "zod";
import { confirmation, listOf, oneOf, pageQuery, recordId, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { reportErrors } from "../shop-report-fields.ts";
import { platforms, shopDeliveryStatuses } from "./source-words.ts";

const secret = z.strictObject({
  secret: text(200)
    .min(8, inSchema("atLeastCharacters", { count: 8 }))
    .regex(/^[\u0021-\u007e]+$/, inSchema("plainSecret")),
});

/** At most 1,000 deliveries are counted for each status. */
const counts = z.looseObject(
  Object.fromEntries(shopDeliveryStatuses.map((status) => [status, z.number().int()])) as Record<
    (typeof shopDeliveryStatuses)[number],
    z.ZodNumber
  >,
);

const source = z.looseObject({
  platform: z.string(),
  /** Null until the secret is set; nothing is accepted before. */
  secret_set_at: timestamp.nullable(),
  last_delivery_at: timestamp.nullable(),
  /** Deliveries of the last 30 days. */
  deliveries: counts,
  /** Requests without a valid signature since the secret was set; nothing of them is stored. */
  rejected: z.number().int(),
  rejected_at: timestamp.nullable(),
  rejection: z.string().nullable(),
});

const part = z.looseObject({
  type: z.string(),
  id: z.string(),
  status: z.string(),
  errors: reportErrors,
});

const delivery = z.looseObject({
  id: recordId,
  platform: z.string(),
  /** The platform's own ID. */
  delivery_id: z.string(),
  topic: z.string(),
  received_at: timestamp,
  settled_at: timestamp.nullable(),
  status: z.string(),
  outcome: z
    .looseObject({
      /** Why the delivery changed nothing, or not everything. */
      reason: z.string().optional(),
      /** The field that could not be read. */
      field: z.string().optional(),
      order_id: z.string().optional(),
      order_number: z.string().optional(),
      product_id: z.string().optional(),
      /** For the checkout service. */
      events: z.array(part).optional(),
      /** For the affiliate service. */
      reports: z.array(part).optional(),
    })
    .nullable(),
});

export type ShopSource = z.infer<typeof source>;
export type ShopDelivery = z.infer<typeof delivery>;

const reads = { method: "GET", scope: "read:orders", roles: ["owner", "merchant", "analyst"] } as const;
const keeps = { scope: "write:settings", roles: ["owner"], params: z.object({ platform: oneOf(platforms) }) } as const;

/** Our extension: shops on platforms whose own webhooks are a source of orders. */
export const shopSources = defineContract({
  sources: {
    list: {
      ...reads,
      path: "/shop/sources",
      summary: "List the platforms that can report orders",
      response: z.looseObject({ data: z.array(source), as_of: timestamp }),
      extension: true,
    },
    save: {
      ...keeps,
      method: "PUT",
      path: "/shop/sources/:platform",
      summary: "Set the secret with which a platform signs its webhooks",
      body: secret,
      example: { secret: "whsec_0123456789abcdef0123456789abcdef" },
      response: source,
      extension: true,
    },
    delete: {
      ...keeps,
      method: "DELETE",
      path: "/shop/sources/:platform",
      summary: "Delete the secret of a platform, whose webhooks are then rejected",
      response: confirmation,
      extension: true,
    },
    deliveries: {
      ...reads,
      path: "/shop/deliveries",
      summary: "List the deliveries of platforms",
      query: pageQuery(20).extend({
        platform: oneOf(platforms).optional().describe("Only deliveries of this platform."),
        status: oneOf(shopDeliveryStatuses).optional().describe("Only deliveries with this status."),
      }),
      response: listOf(delivery),
      extension: true,
    },
    delivery: {
      ...reads,
      path: "/shop/deliveries/:id",
      summary: "Read a delivery of a platform with its body",
      response: delivery.extend({ body: z.string() }),
      extension: true,
    },
    replay: {
      method: "POST",
      scope: "write:orders",
      roles: ["owner", "merchant"],
      path: "/shop/deliveries/:id/replay",
      summary: "Apply a delivery of a platform again",
      response: delivery,
      extension: true,
      errors: [409],
    },
  },
});
