import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type ProgramPage, programDraft } from "@/lib/contract/desk/program-draft";

// This module is loaded with the first key press in the form, because the operation's schema is large.

const judge = zodResolver(programDraft) as unknown as Resolver<ProgramPage>;

/** Empty lines between benefits are no benefits. The other values are kept as they were entered. */
const resolve: Resolver<ProgramPage> = async (values, context, options) => {
  const benefits = values.benefits.filter((line) => line.trim() !== "");
  const { errors } = await judge({ ...values, benefits }, context, options);
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};

export const checkProgram = { resolve };
