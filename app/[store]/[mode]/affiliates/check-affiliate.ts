import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { affiliateDraft } from "@/lib/contract/affiliate/affiliate-draft";
import { type AffiliateForm, toBody } from "./to-form";

// This module is loaded with the first key press in the form, because the operation's schema is large.

const judge = zodResolver(affiliateDraft);

/** Validates the values as they would be sent; an error in one coupon code is shown at the field of all codes. */
const resolver =
  (isNew: boolean, ours = false): Resolver<AffiliateForm> =>
  async (values, context, options) => {
    const { status, ...rest } = toBody(values, isNew, ours);
    // An unknown status of another API is kept, because this form does not change it.
    const body = isNew ? { status, ...rest } : rest;
    const judged = await judge(body as never, context, options as never);
    if (Object.keys(judged.errors).length === 0) return { values, errors: {} };
    const { coupon_codes: coupons, ...errors } = judged.errors as Record<string, { message?: string } | undefined>;
    const first = Array.isArray(coupons) ? coupons.find((entry) => entry?.message) : coupons;
    return { values: {}, errors: { ...errors, ...(first && { coupon_codes: first }) } as never };
  };

export const checkNew = { resolve: resolver(true) };
export const checkKnown = { resolve: resolver(false) };
export const checkOurs = { resolve: resolver(false, true) };
