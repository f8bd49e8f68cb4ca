import * as z from "zod";
import { hasFields, nothingToChange } from "../common.ts";
import { defineContract, roles } from "../define.ts";
import { storeDraft } from "./set-up.ts";

const store = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  /** True once something has an amount, which another currency would change. */
  currency_fixed: z.boolean(),
});

export const storeOperations = defineContract({
  store: {
    get: {
      method: "GET",
      path: "/store",
      roles,
      summary: "Read the store",
      response: store,
    },
    update: {
      method: "PATCH",
      path: "/store",
      roles: ["owner"],
      summary: "Change the store’s name, currency or time zone",
      body: storeDraft.partial().refine(hasFields, nothingToChange),
      example: { name: "Blue Bottle" },
      response: store,
      before: "get",
    },
  },
  sandbox: {
    reset: {
      // A DELETE needs no stored response, whose row would wait for the lock that the emptying takes.
      method: "DELETE",
      path: "/sandbox",
      roles: ["owner"],
      summary: "Empty the sandbox",
      response: z.object({ emptied: z.literal(true) }),
    },
  },
});
