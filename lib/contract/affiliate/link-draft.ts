import * as z from "zod";
import { nameText, recordId, text, webUrl } from "../common.ts";
import { inSchema } from "../sentences.ts";

export const linkDraft = z.strictObject({
  affiliate_id: recordId,
  destination_url: webUrl,
  code: text(64)
    .regex(/^[A-Za-z0-9_-]+$/, inSchema("code"))
    .optional(),
  name: nameText(120).optional(),
  coupon_code: text(64).optional(),
  utm_source: text(120).optional(),
  utm_medium: text(120).optional(),
  utm_campaign: text(120).optional(),
});

export type LinkDraft = z.infer<typeof linkDraft>;
