import * as z from "zod";
import { confirmation, externalId, oneOf, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";

export const personalKinds = ["recent_order", "dismissed", "opened"] as const;

const thing = z.object({ id: z.string(), label: z.string().nullable(), at: timestamp });

export type PersonalThing = z.infer<typeof thing>;

const params = z.object({ kind: oneOf(personalKinds) });
const everybody = ["owner", "merchant", "affiliate_manager", "analyst"] as const;

/** Opened orders, dismissed hints and open parts of pages of the person who asks. */
export const personal = defineContract({
  personal: {
    list: {
      method: "GET",
      path: "/personal/:kind",
      params,
      roles: everybody,
      summary: "List what is kept for you, the latest first",
      response: z.object({ data: z.array(thing) }),
    },
    put: {
      method: "PUT",
      path: "/personal/:kind",
      params,
      roles: everybody,
      summary: "Keep a thing for you",
      body: z.strictObject({ id: externalId }),
      example: { id: "checklist" },
      response: thing,
      unaudited: true,
    },
    delete: {
      method: "DELETE",
      path: "/personal/:kind",
      params,
      roles: everybody,
      summary: "Forget a thing of yours",
      query: z.object({ id: externalId.describe("Its id.") }),
      response: confirmation,
      unaudited: true,
    },
  },
});
