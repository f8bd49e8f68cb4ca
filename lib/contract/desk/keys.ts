import * as z from "zod";
import { nameText, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { keyScopes } from "./key-words.ts";

// Keys of our own services. Those of somebody else's API are made where that API is run.

const keyDraft = z.strictObject({
  name: nameText(80),
  scopes: z
    .array(z.enum(keyScopes, { error: "Is not a known scope." }))
    .min(1, "Choose at least one scope.")
    .max(keyScopes.length, "Choose each scope once."),
  /** May stand in a shop's pages for all to read, and opens nothing of the merchant's APIs. */
  publishable: z.boolean().default(false),
});

const use = z.object({
  scope: z.string(),
  /** False where it was only asked for, and refused. */
  granted: z.boolean(),
  /** In the last 30 days. */
  calls: z.number(),
  refused: z.number(),
  /** The last day on which it was used, as far back as is counted. */
  last_day: z.string().nullable(),
});

const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last_four: z.string(),
  publishable: z.boolean(),
  created_at: timestamp,
  /** Null where it was made before anybody noted it, or by the dashboard for itself. */
  created_by: z.string().nullable(),
  revoked_at: timestamp.nullable(),
  last_use: z.object({ at: timestamp, address: z.string().nullable(), agent: z.string().nullable() }).nullable(),
  watched_since: timestamp,
  /** In the last 30 days. */
  calls: z.number(),
  uses: z.array(use),
  /** Granted, and not used for so long that it could be left out. */
  spare: z.array(z.string()),
  /** The APIs for which this very dashboard uses it, in this mode. */
  serves: z.array(z.enum(["checkout", "affiliate"])),
});

export type ApiKey = z.infer<typeof key>;
export type KeyScopeUse = z.infer<typeof use>;

const made = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** Told here and nowhere else, ever. */
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
