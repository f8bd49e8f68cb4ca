import "server-only";
import type { bundles as contract } from "../../contract/checkout/bundles.ts";
import { findInList } from "./find-in-list.ts";
import type { StandIns } from "./stand-in.ts";

export const bundles: StandIns<typeof contract.bundles> = {
  get: ({ params }, call) => findInList(params.id, "Bundle", call),
};
