import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { affiliateNames as contract } from "../../contract/desk/affiliate-names.ts";
import { lookUpNames, searchNames } from "../affiliate-names.ts";
import { callerOf, type DeskContext } from "../call.ts";

export const affiliate_names: ResourceHandlers<(typeof contract)["affiliate_names"], DeskContext> = {
  look_up: async ({ body }, context) => ({ data: await lookUpNames(callerOf(context), body.ids) }),
  search: ({ query }, context) => searchNames(callerOf(context), query.search),
};
