import { useLocale } from "next-intl";
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { isLanguage } from "@/lib/contract/checkout/offer-text-words";

export const steps = ["offer", "accepted", "declined"] as const;

const parseAsLanguage = createParser({
  parse: (language) => (isLanguage(language) ? language : null),
  serialize: String,
});

/** How the preview shows an offer. The language is also the one whose texts are edited. */
export function useLook() {
  const locale = useLocale();
  return useQueryStates({
    device: parseAsStringLiteral(["phone", "desktop"] as const).withDefault("phone"),
    step: parseAsStringLiteral(steps).withDefault("offer"),
    language: parseAsLanguage.withDefault(locale),
  });
}
