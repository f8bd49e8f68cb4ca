"use client";

import { useEffect } from "react";
import { type Locale, pseudoLocale } from "@/lib/i18n/locales";
import { pseudo } from "@/lib/i18n/pseudo";
import { partsOf, speak, willSpeak } from "@/lib/i18n/translate-errors";

const catalogues = {
  de: () => import("@/lib/i18n/messages/de/sentences.json"),
  ja: () => import("@/lib/i18n/messages/ja/sentences.json"),
  async [pseudoLocale]() {
    const { sentences } = await import("@/lib/sentences");
    return {
      default: pseudo(Object.fromEntries(Object.entries(sentences).map(([key, text]) => [key, partsOf(text)]))),
    };
  },
};

/** Translations of server messages load once a person does something that may cause one. English needs none. */
export function Sentences({ locale }: { locale: Exclude<Locale, "en"> }) {
  useEffect(() => {
    let gone = false;
    let asked = false;
    const learn = async () => {
      if (asked) return;
      asked = true;
      const { default: own } = await catalogues[locale]();
      if (!gone) speak(own);
    };
    willSpeak(learn);
    addEventListener("focusin", learn, { once: true });
    addEventListener("pointerdown", learn, { once: true });
    return () => {
      gone = true;
      removeEventListener("focusin", learn);
      removeEventListener("pointerdown", learn);
      willSpeak(null);
      speak(null);
    };
  }, [locale]);
  return null;
}
