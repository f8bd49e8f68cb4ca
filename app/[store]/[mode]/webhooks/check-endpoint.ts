import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { webhookDraft } from "@/lib/contract/checkout/webhook-draft";
import { type EndpointForm, toBody } from "./to-form";

// This module is loaded when the form is first touched, because the operation's schema is large.

const schema = z.preprocess((form) => toBody(form as EndpointForm), webhookDraft) as unknown as z.ZodType<
  EndpointForm,
  EndpointForm
>;

export const resolve = zodResolver(schema, undefined, { raw: true });
