import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { type ProgramPage, programDraft } from "@/lib/contract/desk/program-draft";

// This module is loaded when the form is first touched, because the operation's schema is large.

const filled = (form: unknown) => {
  const page = form as ProgramPage;
  return { ...page, benefits: page.benefits.filter((line) => line.trim() !== "") };
};
const schema = z.preprocess(filled, programDraft) as unknown as z.ZodType<ProgramPage, ProgramPage>;

/** Empty lines between benefits are no benefits. The values are kept as they were entered. */
export const resolve = zodResolver(schema, undefined, { raw: true });
