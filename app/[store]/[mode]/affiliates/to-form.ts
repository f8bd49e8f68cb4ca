import { fill } from "@/components/forms/merge-edits";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";

/** An empty text means that the value is absent. */
export const emptyForm = {
  first_name: "",
  last_name: "",
  email: "",
  company_name: "",
  website: "",
  country: "",
  status: "active",
  group: "",
  commission_type: "percentage",
  commission_rate: Number.NaN,
  referral_code: "",
  coupon_codes: [] as string[],
  currency: "",
  payout_method: "",
  payout_email: "",
  minimum_payout: Number.NaN,
  notes: "",
};

export type AffiliateForm = typeof emptyForm;

export function toForm(one: Affiliate): AffiliateForm {
  // A rate that is not the affiliate's own is the one of the program.
  const rate = one.own_rate === false && { commission_rate: Number.NaN };
  return { ...fill(emptyForm, one), status: one.status ?? "", ...rate };
}

const nullable = [
  "company_name",
  "website",
  "country",
  "group",
  "payout_method",
  "payout_email",
  "minimum_payout",
  "notes",
];

export function isOptional(name: keyof AffiliateForm, isNew: boolean): boolean {
  if (nullable.includes(name) || name === "coupon_codes") return true;
  return isNew && ["commission_rate", "referral_code", "currency"].includes(name);
}

const isEmpty = (value: unknown) =>
  typeof value === "string" ? value.trim() === "" : typeof value === "number" && Number.isNaN(value);

/**
 * Empty fields are left out for a new affiliate, and null for an existing one. Only our own service (`ours`) lets the
 * rules of the program decide the rate.
 */
export function toBody(form: Partial<AffiliateForm>, isNew: boolean, ours = false): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]): [string, unknown][] => {
      if (!isEmpty(value)) return [[name, typeof value === "string" ? value.trim() : value]];
      if (isNew) return ["first_name", "last_name", "email"].includes(name) ? [[name, ""]] : [];
      if (ours && name === "commission_rate") return [["own_rate", false]];
      return [[name, nullable.includes(name) ? null : value]];
    }),
  );
}
