import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { linkDraft } from "@/lib/contract/affiliate/link-draft";
import { type LinkForm, toBody } from "./to-draft";

// This module is loaded when the form is first touched, because the operation's schema is large.

const schema = z.preprocess((form) => toBody(form as LinkForm), linkDraft) as unknown as z.ZodType<LinkForm, LinkForm>;

/** `raw` keeps the fields as they were entered; empty ones are left out only when the form is sent. */
export const resolve = zodResolver(schema, undefined, { raw: true });
