import * as z from "zod";
import { nameText, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { keyScopes } from "./key-words.ts";

// Only for keys of our own services. Keys of another API are made where that API runs.

const origin = text(300)
  .refine(isOrigin, inSchema("originForm", { example: "https://shop.example.com" }))
  .transform((value) => new URL(value).origin);

function isOrigin(value: string): boolean {
  return /^https?:\/\/[^/?#@]+\/?$/i.test(value) && URL.canParse(value);
}

const keyDraft = z.strictObject({
  name: nameText(80),
  scopes: z
    .array(z.enum(keyScopes, { error: "This is not a known scope." }))
    .min(1, inSchema("oneScope"))
    .max(keyScopes.length, "Choose each scope once."),
  /** A publishable key may stand in a shop's pages and cannot call the merchant APIs. */
  publishable: z.boolean().default(false),
  /** The sites whose pages may use a publishable key; empty for all. */
  origins: z
    .array(origin)
    .max(20, inSchema("mostWebsites", { count: 20 }))
    .default([]),
});

const use = z.object({
  scope: z.string(),
  /** False if calls were refused because the key lacks the scope. */
  granted: z.boolean(),
  /** Calls of the last 30 days. */
  calls: z.number(),
  refused: z.number(),
  last_day: z.string().nullable(),
});

const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last_four: z.string(),
  /** Null unless the key is publishable, and for publishable keys that were made before Cartwright kept them. */
  key: z.string().nullable(),
  publishable: z.boolean(),
  origins: z.array(z.string()),
  created_at: timestamp,
  /** Null if the key is older than this field, or if the dashboard made the key for itself. */
  created_by: z.string().nullable(),
  revoked_at: timestamp.nullable(),
  last_use: z.object({ at: timestamp, address: z.string().nullable(), agent: z.string().nullable() }).nullable(),
  watched_since: timestamp,
  /** Calls of the last 30 days. */
  calls: z.number(),
  uses: z.array(use),
  /** Granted scopes that are unnecessary, see `spareAfterDays`. */
  spare: z.array(z.string()),
  /** The APIs that this dashboard calls with the key in this mode. */
  serves: z.array(z.enum(["checkout", "affiliate"])),
});

export type ApiKey = z.infer<typeof key>;
export type KeyScopeUse = z.infer<typeof use>;

const made = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
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
      summary: "Read an API key and its use",
      response: key,
    },
    create: {
      method: "POST",
      path: "/keys",
      roles: ["owner"],
      summary: "Create an API key",
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
