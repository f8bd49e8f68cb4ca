import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { programPatch } from "@/lib/contract/affiliate/program-draft";
import { type RulesForm, toPatch } from "./to-form";

// This module is loaded when the form is first touched, because the operation's schema is large.

const schema = z.preprocess((form) => toPatch(form as RulesForm), programPatch) as unknown as z.ZodType<
  RulesForm,
  RulesForm
>;

export const resolve = zodResolver(schema, undefined, { raw: true });
