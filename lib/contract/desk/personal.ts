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
      summary: "List your stored items, newest first",
      response: z.object({ data: z.array(thing) }),
    },
    put: {
      method: "PUT",
      path: "/personal/:kind",
      params,
      roles: everybody,
      summary: "Store an item for you",
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
      summary: "Delete a stored item of yours",
      query: z.object({ id: externalId.describe("ID of the item.") }),
      response: confirmation,
      unaudited: true,
    },
  },
});
