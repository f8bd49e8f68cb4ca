"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { type OfferTexts, type OfferWords, textLimits, textParts } from "@/lib/contract/checkout/offer-text-words";
import { LanguageSelect } from "./language-select";

type Props = {
  name: string;
  texts: OfferTexts;
  onTextsChange: (texts: OfferTexts) => void;
  language: string;
  onLanguageChange: (language: string) => void;
  /** What a shopper reads where nothing is entered. */
  otherwise: OfferWords;
  errorAt?: (path: string) => string | undefined;
};

/** Texts of one language at a time. */
export function OfferTextFields({ name, texts, onTextsChange, language, onLanguageChange, ...props }: Props) {
  const t = useTranslations("offerTexts");
  const { otherwise, errorAt = () => undefined } = props;
  const words = texts[language] ?? {};
  const set = (part: keyof OfferWords, text: string) => {
    const entered = Object.entries({ ...words, [part]: text }).filter(([, each]) => each);
    const { [language]: _, ...others } = texts;
    onTextsChange(entered.length > 0 ? { ...others, [language]: Object.fromEntries(entered) } : others);
  };
  return (
    <>
      <Field name={name} label={t("language")} description={t("languageHint")} error={errorAt(name)}>
        <LanguageSelect value={language} onValueChange={onLanguageChange} written={Object.keys(texts)} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {textParts.map((part) => {
          const Control = part === "text" ? Textarea : Input;
          const path = `${name}.${language}.${part}`;
          const value = words[part] ?? "";
          return (
            <Field
              key={path}
              name={path}
              label={t(`labels.${part}`)}
              description={t("length", { count: value.length, most: textLimits[part] })}
              error={errorAt(path)}
              className={part === "headline" || part === "text" ? "sm:col-span-2" : ""}
            >
              <Control
                lang={language}
                dir="auto"
                value={value}
                placeholder={otherwise[part] ?? t("noText")}
                onChange={({ target }) => set(part, target.value)}
              />
            </Field>
          );
        })}
      </div>
    </>
  );
}
