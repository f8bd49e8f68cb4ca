import "server-only";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { affiliateNames as contract } from "../../contract/desk/affiliate-names.ts";
import { lookUpNames, searchNames } from "../affiliate-names.ts";
import { type DeskContext, placeOf } from "./context.ts";

export const affiliate_names: ResourceHandlers<(typeof contract)["affiliate_names"], DeskContext> = {
  look_up: async ({ body }, context) => ({ data: await lookUpNames(placeOf(context), body.ids) }),
  search: ({ query }, context) => searchNames(placeOf(context), query.search),
};
