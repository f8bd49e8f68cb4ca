import type { LinkDraft } from "@/lib/contract/affiliate/link-draft";
import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/word-format";

export const nameOf = ({ name, code, url, id }: Pick<Link, "id" | "name" | "code" | "url">): string =>
  name || code || withoutScheme(url ?? "") || id;

export const linkFields = [
  "affiliate_id",
  "destination_url",
  "code",
  "name",
  "coupon_code",
  "utm_source",
  "utm_medium",
  "utm_campaign",
] as const;

/** The affiliate and the code are part of the published address and cannot be changed. */
export const changeableFields = linkFields.filter((field) => field !== "affiliate_id" && field !== "code");

/** An empty text means that the value is absent. */
export type LinkForm = Record<(typeof linkFields)[number], string>;

export const toForm = (link: Partial<Link>): LinkForm =>
  Object.fromEntries(linkFields.map((field) => [field, link[field] ?? ""])) as LinkForm;

const required: readonly string[] = ["affiliate_id", "destination_url"];

/** Required fields are always sent, so that the schema reports missing ones. */
export function toBody(form: LinkForm): LinkDraft {
  const entered = Object.entries(form).filter(([field, value]) => value.trim() !== "" || required.includes(field));
  return Object.fromEntries(entered) as LinkDraft;
}

export function toPatch(changed: Partial<LinkForm>) {
  const { destination_url, affiliate_id: _owner, code: _code, ...texts } = changed;
  const entries = Object.entries(texts).map(([field, value]) => [field, value.trim() || null]);
  return { ...Object.fromEntries(entries), ...(destination_url !== undefined && { destination_url }) };
}
