import type { LinkDraft } from "@/lib/contract/affiliate/link-draft";
import type { Link } from "@/lib/contract/affiliate/links";

export const linkFields = [
  ...(["affiliate_id", "destination_url", "code", "name", "coupon_code"] as const),
  ...(["utm_source", "utm_medium", "utm_campaign"] as const),
] as const;

/** All of it is text; what is left empty is not said. */
export type LinkForm = Record<(typeof linkFields)[number], string>;

export const emptyForm: LinkForm = {
  affiliate_id: "",
  destination_url: "",
  code: "",
  name: "",
  coupon_code: "",
  utm_source: "",
  utm_medium: "",
  utm_campaign: "",
};

export function toForm(link: Link): LinkForm {
  return Object.fromEntries(linkFields.map((field) => [field, link[field] ?? ""])) as LinkForm;
}

const required: readonly string[] = ["affiliate_id", "destination_url"];

/** Only what was entered. What must be there goes as it is, for the schema to say that it is missing. */
export function toBody(form: LinkForm): LinkDraft {
  const said = Object.entries(form).filter(([field, value]) => value.trim() !== "" || required.includes(field));
  return Object.fromEntries(said) as LinkDraft;
}

/** What was changed; null takes a value away. */
export function toPatch(changed: Partial<LinkForm>) {
  const { destination_url, affiliate_id: _owner, code: _code, ...texts } = changed;
  const entries = Object.entries(texts).map(([field, value]) => [field, value.trim() || null]);
  return { ...Object.fromEntries(entries), ...(destination_url !== undefined && { destination_url }) };
}
