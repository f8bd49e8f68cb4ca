"use client";

import { type Locale, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, use, useMemo } from "react";

type Texts = Record<string, unknown>;
const OuterTexts = createContext<Texts>({});

export function MessagesForBrowser({ locale, texts, children }: { locale: Locale; texts: Texts; children: ReactNode }) {
  const outer = use(OuterTexts);
  const all = useMemo(() => ({ ...outer, ...texts }), [outer, texts]);
  return (
    <OuterTexts value={all}>
      <NextIntlClientProvider locale={locale} timeZone="UTC" messages={all as never}>
        {children}
      </NextIntlClientProvider>
    </OuterTexts>
  );
}
