import * as z from "zod";
import { managers, readers } from "../affiliate/fields.ts";
import { confirmation, nameText, oneOf, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { partnerKey } from "../partner/account.ts";
import { mediaFile } from "../partner/links.ts";
import { largestMedia, mediaTypes } from "../partner/words.ts";
import { inSchema } from "../sentences.ts";

const access = z.object({
  /** Null unless the portal is switched on. */
  address: z.string().nullable(),
  mail: z.boolean(),
  partner: z
    .object({
      email: z.string(),
      seen_at: timestamp.nullable(),
      sessions: z.number().int(),
      passkeys: z.number().int(),
      keys: z.array(partnerKey),
      tax: z.record(z.string(), z.string()),
    })
    .nullable(),
});

const base64 = z.base64("Must be a file in Base64.");
/** Base64 needs four characters for three bytes. */
const longest = Math.ceil(largestMedia / 3) * 4;

export type PortalAccess = z.infer<typeof access>;

export const portal = defineContract({
  portal: {
    access: {
      method: "GET",
      path: "/portal/:id",
      roles: managers,
      summary: "Read an affiliate’s access to the portal",
      response: access,
    },
    link: {
      method: "POST",
      path: "/portal/:id/link",
      roles: managers,
      summary: "Create a link with which an affiliate can sign in to the portal",
      response: z.object({ secret_link: z.string(), mailed: z.boolean() }),
      secrets: ["secret_link"],
      errors: [409],
    },
    sign_out: {
      method: "POST",
      path: "/portal/:id/sign-out",
      roles: managers,
      summary: "Sign an affiliate out of the portal everywhere, and end the API keys",
      response: z.object({ sessions_ended: z.number().int() }),
    },
    revoke_key: {
      method: "DELETE",
      path: "/portal/:id/keys/:key",
      roles: managers,
      summary: "Revoke an affiliate’s API key to the portal",
      response: confirmation,
    },
  },
  portal_media: {
    list: {
      method: "GET",
      path: "/portal-media",
      roles: readers,
      summary: "List the media kit",
      response: z.object({ data: z.array(mediaFile) }),
    },
    add: {
      method: "POST",
      path: "/portal-media",
      roles: managers,
      summary: "Add a file to the media kit",
      body: z.strictObject({
        name: nameText(120),
        type: oneOf(mediaTypes),
        file_base64: base64.max(longest, inSchema("megabytes", { count: largestMedia / 1024 / 1024 })),
      }),
      largestBody: longest + 1024,
      response: confirmation,
      status: 201,
      secrets: ["file_base64"],
    },
    delete: {
      method: "DELETE",
      path: "/portal-media/:id",
      roles: managers,
      summary: "Delete a file of the media kit",
      response: confirmation,
    },
  },
});
