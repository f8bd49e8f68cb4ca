import "server-only";
import { keyOf, type TextKey } from "../../contract/errors.ts";
import { catalogueOf } from "../../i18n/catalogues.ts";
import { isLocale } from "../../i18n/locales.ts";
import { fill } from "../../i18n/translate-errors.ts";
import { sentence } from "../../sentences.ts";
import { allReasons } from "./bank-reasons.ts";

/** Why a payout failed, in the reader's language. What a person wrote stays as it is. */
export async function reasonFor(locale: string, reason: string | null, by?: TextKey | null): Promise<string | null> {
  if (reason === null) return null;
  const { sentences: translated } = await catalogueOf(isLocale(locale) ? locale : "en");
  const { key, values = {} } = by ?? returned(reason) ?? {};
  const own = (translated as Record<string, string>)[key ?? ""];
  return own ? fill(own, (name) => String(values[name] ?? "")) : reason;
}

/** Another API returns only the text. It is known by the bank's code. */
function returned(reason: string): TextKey | null {
  const [, code = reason.trim().toUpperCase()] = /\((\w+)\)\.$/.exec(reason) ?? [];
  const isCode = (codes: readonly string[]) => codes.includes(reason.trim().toUpperCase());
  const ours = [sentence("paidBack"), ...allReasons.map(({ key }) => sentence(key, { code }))];
  const known = ours.find(({ message }, at) => message === reason || isCode(allReasons[at - 1]?.codes ?? []));
  return known ? keyOf(known) : null;
}
