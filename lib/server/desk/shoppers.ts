import "server-only";
import { storeModeOf } from "../db.ts";
import { deedOf } from "../memory/audit/record.ts";
import { countOfShopper, forgetShopper, shopperFile } from "../memory/shoppers.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";

export const shoppers: DeskHandlers<"shoppers"> = {
  find: async ({ body }, context) => ({ rows: await countOfShopper(storeModeOf(context), body) }),
  export: ({ body }, context) => shopperFile(storeModeOf(context), body, makerOf(context, "/shoppers/export")),
  erase: ({ body }, context) => forgetShopper(storeModeOf(context), body, makerOf(context, "/shoppers/erase")),
};

const makerOf = (context: DeskContext, path: string) => ({ ...deedOf(context), path });
