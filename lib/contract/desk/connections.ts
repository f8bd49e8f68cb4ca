import * as z from "zod";
import { textKey, timestamp } from "../common.ts";
import { defineContract, roles } from "../define.ts";
import { connectionKey } from "./connection-key.ts";

const keyForms = ["bearer", "x_api_key", "bare", "setting"] as const;
export type KeyForm = (typeof keyForms)[number];

const moneyUnit = z.enum(["minor", "major"]);

const connection = z.object({
  api: z.enum(["checkout", "affiliate"]),
  mode: z.enum(["live", "sandbox"]),
  /** Null if our own service answers. */
  base_url: z.string().nullable(),
  embedded: z.boolean(),
  key: z.object({ prefix: z.string(), last_four: z.string() }).nullable(),
  sent_as: z.object({ form: z.enum(keyForms), header: z.string() }).nullable(),
  /** Whether amounts are like 1230 (minor) or 12.30 (major). */
  money_unit: moneyUnit,
});

export type ConnectionSummary = z.infer<typeof connection>;

const access = z.object({
  api: z.enum(["checkout", "affiliate"]),
  resource: z.string(),
  action: z.enum(["read", "write"]),
  works: z.boolean(),
  source: z.enum(["probe", "use"]),
  at: timestamp,
});

export type Access = z.infer<typeof access>;

const findings = z.object({
  verdict: z.enum(["accepted", "rejected", "unreachable"]),
  message: z.string().nullable(),
  message_key: textKey,
  reads: z.array(z.object({ resource: z.string(), works: z.boolean().nullable() })),
});

export type Findings = z.infer<typeof findings>;

const budget = z.object({
  limit: z.number(),
  remaining: z.number(),
  /** The part of this minute's calls that background jobs made. Jobs give way to people. */
  used_by_jobs: z.number(),
  hour_limit: z.number(),
  hour_remaining: z.number(),
  frozen_for: z.number(),
  /** Seconds that the first call of a page would wait. */
  wait: z.number(),
});

export type Budget = z.infer<typeof budget>;

export const connections = defineContract({
  connections: {
    list: {
      method: "GET",
      path: "/connections",
      roles,
      summary: "List the connections of this mode",
      response: z.object({ data: z.array(connection) }),
    },
    replace: {
      method: "PUT",
      path: "/connections/:api",
      roles: ["owner"],
      summary: "Replace a stored key",
      /** A rejected key is not stored, nor, unless `unproven` is sent, a key that the API could not be asked about. */
      body: connectionKey.extend({ unproven: z.boolean().optional() }),
      response: connection,
    },
    /** Checks the stored key, or one that is not stored yet, with harmless reads. */
    probe: {
      method: "POST",
      path: "/connections/:api/probe",
      roles: ["owner"],
      summary: "Check what a key may do",
      body: connectionKey.partial(),
      unaudited: true,
      response: findings,
    },
    renew: {
      method: "POST",
      path: "/connections/:api/renew",
      roles: ["owner"],
      summary: "Create a new key for the dashboard and revoke the old key",
      response: connection.extend({ made: z.string(), revoked: z.string().nullable() }),
    },
    access: {
      method: "GET",
      path: "/connections/access",
      roles,
      summary: "Read what the stored keys may do",
      response: z.object({ data: z.array(access) }),
    },
    /** For other affiliate APIs, because the specification does not define amounts. */
    unit: {
      method: "PUT",
      path: "/connections/:api/money-unit",
      roles: ["owner"],
      summary: "Set the unit of the amounts of an API",
      body: z.strictObject({ money_unit: moneyUnit }),
      example: { money_unit: "major" },
      response: connection,
    },
    check: {
      method: "POST",
      path: "/connections/:api/check",
      roles: ["owner", "merchant", "affiliate_manager"],
      summary: "Check a connection",
      unaudited: true,
      response: z.object({
        ok: z.boolean(),
        code: z.string().nullable(),
        message: z.string().nullable(),
        message_key: textKey,
      }),
    },
    budget: {
      method: "GET",
      path: "/budget",
      roles,
      summary: "Read how many calls are left this minute and hour, by API",
      /** Null for the embedded services, which have no limits for the dashboard, and for an API without a key. */
      response: z.object({ checkout: budget.nullable(), affiliate: budget.nullable() }),
    },
  },
});
