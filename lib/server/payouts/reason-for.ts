import "server-only";
import { wordsIn } from "../mail/send.ts";
import { allReasons } from "./bank-reasons.ts";

/** Why a payout failed, in the reader's language. What a person wrote stays as it is. */
export async function reasonFor(locale: string, reason: string | null): Promise<string | null> {
  if (reason === null) return null;
  const t = await wordsIn(locale, "sentences");
  const [, sentence, code = ""] = /^(.+) \((\w+)\)\.$/s.exec(reason) ?? [];
  const known = allReasons.find((each) => each.sentence === sentence);
  if (known) return t(known.key as "bankAC01", { code });
  const bare = allReasons.find(({ codes }) => codes.includes(reason.trim().toUpperCase()));
  if (bare) return t(bare.key as "bankAC01", { code: reason.trim().toUpperCase() });
  const [, other] = /^The bank’s reason is (.+)\.$/s.exec(reason) ?? [];
  if (other) return t("bankReason", { reason: other });
  return reason === "The money was paid back." ? t("paidBack") : reason;
}
