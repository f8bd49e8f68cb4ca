import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { linkDraft } from "@/lib/contract/affiliate/link-draft";
import { type LinkForm, toBody } from "./to-draft";

// What is loaded with the first touch of the form: the operation's own schema, which weighs.

const schema = z.preprocess((form) => toBody(form as LinkForm), linkDraft) as unknown as z.ZodType<LinkForm, LinkForm>;

/** The fields stay as they were entered: what is empty is left out only where it is sent. */
export const resolve = zodResolver(schema, undefined, { raw: true });
