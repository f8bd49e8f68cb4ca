"use client";

import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { Disclosure } from "@/components/ui/disclosure";
import { FormSection } from "@/components/ui/form-section";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";

const TextFields = lazyPart(() => import("./text-fields"));

/** What the shopper reads and sees, if it is not what all offers of the store say. */
export function WordsAndPicture({ form, values }: { form: UseFormReturn<UpsellDraft>; values: UpsellDraft }) {
  const t = useTranslations("offerTexts");
  const { format } = useDesk();
  const languages = Object.keys(values.texts ?? {});
  const { errors } = form.formState;
  return (
    <FormSection
      title={t("title")}
      description={
        <span data-testid="texts">
          {format.join([
            languages.length > 0 ? t("own", { languages: format.list(languages.map(format.language)) }) : t("general"),
            values.image_url ? t("ownPicture") : t("productPicture"),
          ])}
        </span>
      }
    >
      <Disclosure
        deferred
        open={!!(errors.texts || errors.image_url)}
        summary={t("change")}
        summaryClass="w-fit min-h-6 font-medium hover:underline"
      >
        <TextFields form={form} values={values} />
      </Disclosure>
    </FormSection>
  );
}
