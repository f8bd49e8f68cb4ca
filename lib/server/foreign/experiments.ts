import "server-only";
import type { experiments as contract } from "../../contract/checkout/experiments.ts";
import { findInList } from "./find-in-list.ts";
import type { StandIns } from "./stand-in.ts";

export const experiments: StandIns<typeof contract.experiments> = {
  get: ({ params }, call) => findInList(params.id, "Experiment", call),
};
