import "server-only";
import { deedOf } from "../audit/record.ts";
import type { DeskContext, DeskHandlers } from "../call.ts";
import { storeModeOf } from "../db.ts";
import { countOfShopper, forgetShopper, shopperFile } from "../shoppers.ts";

export const shoppers: DeskHandlers<"shoppers"> = {
  find: async ({ body }, context) => ({ rows: await countOfShopper(storeModeOf(context), body) }),
  export: ({ body }, context) => shopperFile(storeModeOf(context), body, makerOf(context, "/shoppers/export")),
  erase: ({ body }, context) => forgetShopper(storeModeOf(context), body, makerOf(context, "/shoppers/erase")),
};

const makerOf = (context: DeskContext, path: string) => ({ ...deedOf(context), path });
