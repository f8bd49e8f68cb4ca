"use client";

import { useEffect } from "react";
import { type Locale, pseudoLocale } from "@/lib/i18n/locales";
import { pseudo } from "@/lib/i18n/pseudo";
import { partsOf, speak, willSpeak } from "@/lib/i18n/translate-errors";

const english = async () => (await import("@/lib/sentences")).sentences;
const sentences = {
  de: () => import("@/lib/i18n/messages/de/sentences.json"),
  ja: () => import("@/lib/i18n/messages/ja/sentences.json"),
  [pseudoLocale]: async () => ({
    default: pseudo(Object.fromEntries(Object.entries(await english()).map(([key, text]) => [key, partsOf(text)]))),
  }),
};

/** Translations of server messages load once a person does something that may cause one. English needs none. */
export function Sentences({ locale }: { locale: Exclude<Locale, "en"> }) {
  useEffect(() => {
    let gone = false;
    let asked = false;
    const learn = async () => {
      if (asked) return;
      asked = true;
      const [from, { default: to }] = await Promise.all([english(), sentences[locale]()]);
      if (!gone) speak(from, to);
    };
    willSpeak(learn);
    addEventListener("focusin", learn, { once: true });
    addEventListener("pointerdown", learn, { once: true });
    return () => {
      gone = true;
      removeEventListener("focusin", learn);
      removeEventListener("pointerdown", learn);
      willSpeak(null);
      speak({}, null);
    };
  }, [locale]);
  return null;
}
