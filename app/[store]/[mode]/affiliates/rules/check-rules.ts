import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { programPatch } from "@/lib/contract/affiliate/program-draft";
import { type RulesForm, toPatch } from "./to-form";

// This module is loaded with the first key press in the form, because the schema is large.

const judge = zodResolver(programPatch);

/** Validates the values as they would be sent. */
export const resolve: Resolver<RulesForm> = async (values, context, options) => {
  const { errors } = await judge(toPatch(values) as never, context, options as never);
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: errors as never };
};
