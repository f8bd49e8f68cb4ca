import * as z from "zod";
import { extension, nothingToChange, slug } from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { type Raw, readRecord } from "../read.ts";
import { readAs } from "../read-as.ts";
import { inSchema } from "../sentences.ts";
import { cooldownHours, holdoutPercent, mostOffers } from "./experiment-draft.ts";
import { offerTexts } from "./offer-texts.ts";
import { isShopAddress, isWhole, leafName, settingNames, shopAddressError } from "./setting-names.ts";

// Unknown settings pass, because another API may have other settings. `unknownSettings` refuses them in our service.
const settingsPatch = z
  .looseObject({
    upsells: z
      .looseObject({
        default_placement: slug.optional(),
        /** The specification shows no limits; these are our choice. */
        max_offers_per_checkout: mostOffers.optional(),
      })
      .optional(),
    offers: z
      .looseObject({ cooldown_hours: cooldownHours.optional(), texts: offerTexts.optional() })
      .optional()
      .meta(extension),
    orders: z
      .looseObject({ count_unconfirmed: z.boolean({ error: "Must be true or false." }).optional() })
      .optional()
      .meta(extension),
    experiments: z.looseObject({ holdout_percent: holdoutPercent.optional() }).optional().meta(extension),
    shop: z
      .looseObject({
        address: z
          .string({ error: shopAddressError })
          .trim()
          .max(2048, inSchema("atMostCharacters", { count: 2048 }))
          .refine((value) => value === "" || isShopAddress(value), shopAddressError)
          .optional(),
      })
      .optional()
      .meta(extension),
  })
  .refine((body) => leavesOf(body).length > 0, nothingToChange);

/** The specification shows no response body. Ours has all settings, nested as in the request. */
const settings = z.looseObject({
  upsells: z
    .looseObject({
      default_placement: z.string().optional(),
      max_offers_per_checkout: z.number().int().optional(),
    })
    .optional(),
  /**
   * A visitor who declined an offer does not see it again for this long; 0 for no time. The texts are what offers
   * say for which nothing else is written.
   */
  offers: z
    .looseObject({ cooldown_hours: z.number().optional(), texts: offerTexts.optional() })
    .optional()
    .meta(extension),
  /** Whether orders that only the shop's pages reported count as revenue. */
  orders: z.looseObject({ count_unconfirmed: z.boolean().optional() }).optional().meta(extension),
  /** The share of visitors who never take part in an experiment with a plan. */
  experiments: z.looseObject({ holdout_percent: z.number().optional() }).optional().meta(extension),
  /** Where previews of offers open; empty if it is not known. */
  shop: z.looseObject({ address: z.string().optional() }).optional().meta(extension),
});

export type Settings = z.infer<typeof settings>;

function normalizeSettings(raw: Raw): Settings {
  return readAs(settings, raw);
}

export function leavesOf(value: Raw, path: readonly string[] = []): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    return isRecord(inner) && !isWhole(leafName(here)) ? leavesOf(inner, here) : [leafName(here)];
  });
}

export function unknownSettings(body: Raw): string[] {
  const known: readonly string[] = settingNames;
  return leavesOf(body).filter((name) => !known.includes(name));
}

const read = (body: unknown) => normalizeSettings(readRecord(body, "settings"));

export const settingsOperations = defineContract({
  settings: {
    get: {
      method: "GET",
      path: "/settings",
      scope: "read:settings",
      roles: ["owner", "merchant", "analyst"],
      summary: "Read the settings",
      response: settings,
      normalize: read,
    },
    update: {
      method: "PATCH",
      path: "/settings",
      scope: "write:settings",
      roles: ["owner", "merchant"],
      summary: "Change settings; only the settings that are sent change",
      body: settingsPatch,
      example: { upsells: { max_offers_per_checkout: 2 } },
      response: settings,
      before: "get",
      normalize: read,
    },
  },
});
