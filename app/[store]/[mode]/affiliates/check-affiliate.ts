import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { affiliateDraft } from "@/lib/contract/affiliate/affiliate-draft";
import { type AffiliateForm, toBody } from "./to-form";

// What is loaded with the first key that is pressed in the form: the operation's own schema, which weighs.

const judge = zodResolver(affiliateDraft);

/** Judged as it would be sent; what the form holds stays its own. What is wrong with one coupon is told of their field. */
const resolver =
  (isNew: boolean): Resolver<AffiliateForm> =>
  async (values, context, options) => {
    const { status, ...rest } = toBody(values, isNew);
    // A word of another API's own, which nobody changes here.
    const body = isNew ? { status, ...rest } : rest;
    const judged = await judge(body as never, context, options as never);
    if (Object.keys(judged.errors).length === 0) return { values, errors: {} };
    const { coupon_codes: coupons, ...errors } = judged.errors as Record<string, { message?: string } | undefined>;
    const first = Array.isArray(coupons) ? coupons.find((entry) => entry?.message) : coupons;
    return { values: {}, errors: { ...errors, ...(first && { coupon_codes: first }) } as never };
  };

export const checkNew = { resolve: resolver(true) };
export const checkKnown = { resolve: resolver(false) };
