"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import { ruleSentences } from "@/lib/i18n/rule-sentences";

export function useRuleSentences(currency: string) {
  const t = useTranslations("programRules.sentences");
  const { format, money } = useDesk();
  return ruleSentences({ t, format, amount: (value, own = currency) => money(value, own) });
}
