import * as z from "zod";
import { nameText, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { keyScopes } from "./key-words.ts";

// Keys of our own services. Keys of another API are made where that API runs.

const keyDraft = z.strictObject({
  name: nameText(80),
  scopes: z
    .array(z.enum(keyScopes, { error: "This is not a known scope." }))
    .min(1, "Select at least one scope.")
    .max(keyScopes.length, "Choose each scope once."),
  /** The key may be published in a shop's pages and cannot call the merchant APIs. */
  publishable: z.boolean().default(false),
});

const use = z.object({
  scope: z.string(),
  /** False if the key lacks the scope and a call was refused for it. */
  granted: z.boolean(),
  /** In the last 30 days. */
  calls: z.number(),
  refused: z.number(),
  /** The last day of use, as far back as uses are counted. */
  last_day: z.string().nullable(),
});

const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last_four: z.string(),
  publishable: z.boolean(),
  created_at: timestamp,
  /** Null if the key is older than this record, or was made by the dashboard for itself. */
  created_by: z.string().nullable(),
  revoked_at: timestamp.nullable(),
  last_use: z.object({ at: timestamp, address: z.string().nullable(), agent: z.string().nullable() }).nullable(),
  watched_since: timestamp,
  /** In the last 30 days. */
  calls: z.number(),
  uses: z.array(use),
  /** Granted scopes that were not used for so long that they could be removed. */
  spare: z.array(z.string()),
  /** The APIs for which this dashboard uses the key, in this mode. */
  serves: z.array(z.enum(["checkout", "affiliate"])),
});

export type ApiKey = z.infer<typeof key>;
export type KeyScopeUse = z.infer<typeof use>;

const made = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** Returned only in this response. */
  key: z.string(),
});

export const keys = defineContract({
  keys: {
    list: {
      method: "GET",
      path: "/keys",
      roles: ["owner", "analyst"],
      summary: "List the API keys of this mode",
      response: z.object({ data: z.array(key) }),
    },
    get: {
      method: "GET",
      path: "/keys/:id",
      roles: ["owner", "analyst"],
      summary: "Read what an API key is used for",
      response: key,
    },
    create: {
      method: "POST",
      path: "/keys",
      roles: ["owner"],
      summary: "Make an API key",
      body: keyDraft,
      example: { name: "Nightly report", scopes: ["read:analytics"] },
      response: made,
      status: 201,
      secrets: ["key"],
    },
    revoke: {
      method: "DELETE",
      path: "/keys/:id",
      roles: ["owner"],
      summary: "Revoke an API key",
      response: z.object({ id: z.string(), name: z.string(), revoked: z.literal(true) }),
    },
  },
});
