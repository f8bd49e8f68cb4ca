"use client";

import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { FormField, messageAt } from "@/components/forms/form-field";
import { OfferTextFields } from "@/components/offer-texts/offer-text-fields";
import { useStoreTexts } from "@/components/offer-texts/use-store-texts";
import { Input } from "@/components/ui/input";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { titleIn, wordsFor, wordsIn } from "@/lib/shopper-words";
import { useLook } from "../preview/use-look";

export default function TextFields({ form, values }: { form: UseFormReturn<UpsellDraft>; values: UpsellDraft }) {
  const t = useTranslations("offerTexts");
  const general = useStoreTexts();
  const [look, setLook] = useLook();
  const { texts = {} } = values;
  const { errors, isSubmitted } = form.formState;
  // A language with an error is shown until it has none.
  const wrong = Object.keys(errors.texts ?? {}).filter((each) => each in texts);
  const language = wrong.length > 0 && !wrong.includes(look.language) ? (wrong[0] as string) : look.language;
  const { [language]: _, ...others } = texts;
  const { words } = wordsFor(language, general);
  return (
    <div className="grid gap-4 pt-4">
      <FormField form={form} name="image_url" label={t("picture")} description={t("pictureHint")}>
        {({ value, onValueChange, onBlur }) => (
          <Input
            type="url"
            value={value ?? ""}
            onChange={({ target }) => onValueChange(target.value || null)}
            onBlur={onBlur}
            placeholder="https://"
          />
        )}
      </FormField>
      <OfferTextFields
        name="texts"
        texts={texts}
        onTextsChange={(texts) => {
          form.setValue("texts", texts, { shouldDirty: true });
          if (isSubmitted) void form.trigger("texts");
        }}
        language={language}
        onLanguageChange={(language) => setLook({ language })}
        otherwise={{ ...words, headline: titleIn(words, values.placement), ...wordsIn(others, language) }}
        errorAt={(path) => messageAt(errors, path)}
      />
    </div>
  );
}
