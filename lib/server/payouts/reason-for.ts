import "server-only";
import { catalogueOf } from "../../i18n/catalogues.ts";
import { isLocale } from "../../i18n/locales.ts";
import { fill } from "../../i18n/translate-errors.ts";
import { words } from "../../sentences.ts";
import { allReasons } from "./bank-reasons.ts";

/** Why a payout failed, in the reader's language. What a person wrote stays as it is. */
export async function reasonFor(locale: string, reason: string | null): Promise<string | null> {
  if (reason === null) return null;
  const { sentences } = await catalogueOf(isLocale(locale) ? locale : "en");
  const [, code = reason.trim().toUpperCase()] = /\((\w+)\)\.$/.exec(reason) ?? [];
  const known = allReasons.find(
    ({ key, codes }) => words(key, { code }) === reason || codes.includes(reason.trim().toUpperCase()),
  );
  if (known) return fill(sentences[known.key], () => code);
  const [, other] = /^The bank’s reason is (.+)\.$/s.exec(reason) ?? [];
  if (other) return fill(sentences.bankReason, () => other);
  return reason === words("paidBack") ? sentences.paidBack : reason;
}
