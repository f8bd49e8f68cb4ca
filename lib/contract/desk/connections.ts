import * as z from "zod";
import { defineContract } from "../define.ts";
import { connectionKey } from "./connection-key.ts";

const moneyUnit = z.enum(["minor", "major"]);

export const connection = z.object({
  api: z.enum(["checkout", "affiliate"]),
  mode: z.enum(["live", "sandbox"]),
  /** Null where our own service answers. */
  base_url: z.string().nullable(),
  embedded: z.boolean(),
  /** The stored key, as far as anybody may see it. */
  key: z.object({ prefix: z.string(), last_four: z.string() }).nullable(),
  /** What its amounts count: 1230, or 12.30. */
  money_unit: moneyUnit,
});

export type ConnectionSummary = z.infer<typeof connection>;

const budget = z.object({
  /** Of this minute, and of this hour. */
  limit: z.number(),
  remaining: z.number(),
  /** Of what is used this minute, what jobs took: they give way to people. */
  used_by_jobs: z.number(),
  hour_limit: z.number(),
  hour_remaining: z.number(),
  /** Seconds for which the API wants to be left alone. */
  frozen_for: z.number(),
  /** Seconds that a page would wait for its first call. */
  wait: z.number(),
});

export type Budget = z.infer<typeof budget>;

export const connections = defineContract({
  connections: {
    list: {
      method: "GET",
      path: "/connections",
      roles: ["owner", "merchant", "affiliate_manager", "analyst"],
      summary: "List the connections of this mode",
      response: z.object({ data: z.array(connection) }),
    },
    replace: {
      method: "PUT",
      path: "/connections/:api",
      roles: ["owner"],
      summary: "Replace a stored key",
      body: connectionKey,
      response: connection,
    },
    /** For an affiliate API of somebody else, since its specification says nothing of money. */
    unit: {
      method: "PUT",
      path: "/connections/:api/money-unit",
      roles: ["owner"],
      summary: "Say in which unit an API has its amounts",
      body: z.strictObject({ money_unit: moneyUnit }),
      example: { money_unit: "major" },
      response: connection,
    },
    /** Asks the API itself, with one harmless read. */
    check: {
      method: "POST",
      path: "/connections/:api/check",
      roles: ["owner", "merchant", "affiliate_manager"],
      summary: "Check a connection",
      unaudited: true,
      response: z.object({ ok: z.boolean(), code: z.string().nullable(), message: z.string().nullable() }),
    },
    budget: {
      method: "GET",
      path: "/budget",
      roles: ["owner", "merchant", "affiliate_manager", "analyst"],
      summary: "Calls left in this minute and hour, by API",
      response: z.object({ checkout: budget.nullable(), affiliate: budget.nullable() }),
    },
  },
});
