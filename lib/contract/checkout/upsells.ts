import * as z from "zod";
import {
  confirmation,
  extension,
  externalId,
  extra,
  hasFields,
  listExtensions,
  listOf,
  nothingToChange,
  oneOf,
  pageQuery,
  recordId,
  slug,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readNested, readRecord } from "../read.ts";
import { readRecordAs } from "../read-as.ts";
import { inSchema } from "../sentences.ts";
import { upsellDraft } from "./upsell-draft.ts";
import { performanceDays, upsellProblems, upsellSorts } from "./upsell-words.ts";

/** The specification does not show which fields are required, so the defaults are our choice. */
const upsellCreate = upsellDraft.extend({
  trigger_products: upsellDraft.shape.trigger_products.default([]),
  placement: upsellDraft.shape.placement.optional(),
  status: upsellDraft.shape.status.default("draft"),
});

const upsellPatch = upsellDraft.partial().refine(hasFields, nothingToChange);

const upsell = z.looseObject({
  id: z.string(),
  ...upsellDraft.partial().shape,
  discount: z.looseObject({ type: z.string().optional(), value: z.number().optional() }).optional(),
  discount_type: z.string().optional(),
  discount_value: z.number().optional(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional().meta(extension),
});

export type Upsell = z.infer<typeof upsell>;

function normalizeUpsell(raw: Raw): Upsell {
  const discount = readNested(raw, "discount", { type: "discount_type", value: "discount_value" });
  const { type: discount_type, value: discount_value } = discount ?? {};
  return readRecordAs(upsell, { ...raw, discount, discount_type, discount_value });
}

const one = (body: unknown) => normalizeUpsell(readRecord(body, "upsell"));

const atLeast = z.coerce
  .number<string | number>({ error: inSchema("number") })
  .min(0, inSchema("notBelow", { least: 0 }))
  .max(1e9, inSchema("amountMost", { most: 1e9 }));

const reads = { method: "GET", scope: "read:upsells", roles: ["owner", "merchant", "analyst"] } as const;
const writes = { scope: "write:upsells", roles: ["owner", "merchant"] } as const;

export const upsells = defineContract({
  upsells: {
    list: {
      ...reads,
      path: "/upsells",
      summary: "List upsell offers",
      query: pageQuery(20).extend({
        status: extra(slug, "Only offers with this status."),
        placement: extra(slug, "Only offers with this placement."),
        product_id: extra(externalId, "Only offers of this product."),
        trigger_product: extra(externalId, "Only offers with this trigger product."),
        discount_type: extra(slug, "Only offers with this type of discount."),
        discount_min: extra(atLeast, "Only offers with a discount of this value or more."),
        revenue_min: extra(
          atLeast,
          `Only offers that brought in so much or more in the last ${performanceDays} days, in major units.`,
        ),
        problem: extra(oneOf(["any", ...upsellProblems]), "Only offers with this problem, or with any of them."),
        leads_to: extra(recordId, "Only offers that lead to this one."),
        ...listExtensions(upsellSorts),
      }),
      response: listOf(upsell),
      normalize: (body) => readList(body, "upsells", normalizeUpsell),
    },
    create: {
      ...writes,
      method: "POST",
      path: "/upsells",
      summary: "Create an upsell offer",
      body: upsellCreate,
      example: {
        name: "Leather care kit",
        product_id: "prod_care_kit",
        trigger_products: ["prod_boots"],
        discount: { type: "percentage", value: 15 },
        placement: "post_purchase",
        status: "active",
      },
      response: upsell,
      status: 201,
      normalize: one,
    },
    get: {
      ...reads,
      path: "/upsells/:id",
      summary: "Read an upsell offer",
      response: upsell,
      normalize: one,
    },
    update: {
      ...writes,
      method: "PUT",
      path: "/upsells/:id",
      summary: "Change an upsell offer; only the fields that are sent change",
      body: upsellPatch,
      example: { discount: { type: "percentage", value: 20 } },
      response: upsell,
      before: "get",
      normalize: one,
    },
    delete: {
      ...writes,
      method: "DELETE",
      path: "/upsells/:id",
      summary: "Delete an upsell offer",
      response: confirmation,
      before: "get",
    },
  },
});
