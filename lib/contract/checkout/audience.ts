import * as z from "zod";
import { externalId, oneOf, text, timestamp, wholeFrom } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { devices, limitDays, purchaseKinds, visitorKinds, weekdays } from "./audience-words.ts";
import { category } from "./categories.ts";

const cartValue = z
  .number({ error: inSchema("number") })
  .min(0, inSchema("notBelow", { least: 0 }))
  .max(1e9, inSchema("amountMost", { most: 1e9 }));

export const listOf = <Item extends z.ZodType>(item: Item, most: number, things: string) =>
  z
    .array(item)
    .max(most, inSchema("mostThings", { count: most, things }))
    .optional();

/** Who is meant. A condition that is left out is met by everybody, and what is not known of a shopper meets none. */
export const audience = z
  .strictObject({
    countries: listOf(z.string().regex(/^[A-Z]{2}$/, inSchema("country", { example: "DE" })), 250, "countries"),
    languages: listOf(z.string().regex(/^[a-z]{2,3}$/, inSchema("language", { example: "de" })), 100, "languages"),
    device: oneOf(devices).optional(),
    visitors: oneOf(visitorKinds).optional(),
    purchases: oneOf(purchaseKinds)
      .optional()
      .describe("Whether the visitor has bought anything before, as far as orders name their visitor."),
    bought: listOf(externalId, 100, "products").describe("Products of which the visitor has bought one before."),
    cart_min: cartValue
      .optional()
      .describe("What the products in the cart cost together, by their prices in the catalogue."),
    cart_max: cartValue.optional(),
    products: listOf(externalId, 100, "products").describe("Products of which the cart has one."),
    categories: listOf(category, 100, "categories").describe("Categories of which the cart has a product."),
    affiliate: z
      .boolean({ error: "Must be true or false." })
      .optional()
      .describe("Whether the visitor came through an affiliate’s link."),
    campaigns: listOf(text(100), 100, "campaigns").describe(
      "Values of utm_campaign in the address by which the visitor came.",
    ),
  })
  .refine(({ cart_min = 0, cart_max = Number.POSITIVE_INFINITY }) => cart_min <= cart_max, {
    path: ["cart_max"],
    error: inSchema("lowestCart"),
  });

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, inSchema("timeOfDay", { example: "18:30" }));

/** When an offer is shown. Days and times of day are in the store's time zone. */
export const schedule = z
  .strictObject({
    starts_at: timestamp.optional(),
    ends_at: timestamp.optional().describe("From this time on, the offer is not shown any more."),
    weekdays: listOf(oneOf(weekdays), weekdays.length, "weekdays"),
    daily_from: timeOfDay.optional(),
    daily_until: timeOfDay.optional().describe("If it is earlier than `daily_from`, it is a time of the next day."),
  })
  .superRefine(({ starts_at, ends_at, daily_from, daily_until }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (starts_at && ends_at && Date.parse(starts_at) >= Date.parse(ends_at))
      refuse("ends_at", inSchema("notBeforeFirstDay"));
    if (daily_from && !daily_until) refuse("daily_until", inSchema("endOfDay"));
    if (daily_until && !daily_from) refuse("daily_from", inSchema("startOfDay"));
    if (daily_from && daily_from === daily_until) refuse("daily_until", inSchema("otherTime"));
  });

export const limits = z.strictObject({
  shown_per_visitor: wholeFrom(1, 1000)
    .optional()
    .describe(`How often the same visitor sees the offer in ${limitDays} days.`),
  accepted_per_day: wholeFrom(1, 1_000_000)
    .optional()
    .describe("How often the offer is accepted on a day of the store."),
  accepted_in_all: wholeFrom(1, 1_000_000_000).optional().describe("How often the offer is accepted in all."),
});

export type Audience = z.infer<typeof audience>;
export type OfferSchedule = z.infer<typeof schedule>;
export type OfferLimits = z.infer<typeof limits>;
