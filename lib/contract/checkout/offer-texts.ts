import * as z from "zod";
import { text } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { isLanguage, mostLanguages, textLimits } from "./offer-text-words.ts";
import { isShopAddress, shopAddressError } from "./setting-names.ts";

const languageError = inSchema("languageOfPage", { example: "de", regional: "pt-BR" });

const words = z.strictObject({
  headline: text(textLimits.headline).optional().describe("The default depends on the placement."),
  text: text(textLimits.text).optional().describe("Stands below the name of the product. The default is no text."),
  accept: text(textLimits.accept).optional().describe("On the button that accepts the offer."),
  decline: text(textLimits.decline).optional().describe("On the button that declines the offer."),
});

/** Plain text, which shops never take for markup. */
export const offerTexts = z.record(z.string(), words).superRefine((texts, context) => {
  const languages = Object.keys(texts);
  for (const each of languages) {
    if (!isLanguage(each)) context.addIssue({ code: "custom", path: [each], message: languageError });
  }
  if (languages.length <= mostLanguages) return;
  context.addIssue({ code: "custom", message: inSchema("mostThings", { count: mostLanguages, things: "languages" }) });
});

/** So short that the address of a preview has room for it. */
export const offerPicture = text(1000).refine(isShopAddress, shopAddressError).meta({ format: "uri" });
