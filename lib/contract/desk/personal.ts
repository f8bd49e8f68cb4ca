import * as z from "zod";
import { confirmation, externalId, oneOf, text, timestamp } from "../common.ts";
import { defineContract, roles } from "../define.ts";

export const personalKinds = ["recent_order", "dismissed", "opened", "arranged"] as const;

const item = z.object({ id: z.string(), label: z.string().nullable(), at: timestamp });

export type PersonalItem = z.infer<typeof item>;

const params = z.object({ kind: oneOf(personalKinds) });

export const personal = defineContract({
  personal: {
    list: {
      method: "GET",
      path: "/personal/:kind",
      params,
      roles,
      summary: "List your stored items, newest first",
      response: z.object({ data: z.array(item) }),
    },
    put: {
      method: "PUT",
      path: "/personal/:kind",
      params,
      roles,
      summary: "Store an item for you",
      body: z.strictObject({ id: externalId, label: text(200).optional() }),
      example: { id: "checklist" },
      response: item,
      unaudited: true,
    },
    delete: {
      method: "DELETE",
      path: "/personal/:kind",
      params,
      roles,
      summary: "Delete a stored item of yours",
      query: z.object({ id: externalId.describe("ID of the item.") }),
      response: confirmation,
      unaudited: true,
    },
  },
});
