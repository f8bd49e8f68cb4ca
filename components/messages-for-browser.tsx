"use client";

import { type Locale, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, use, useMemo } from "react";

type Texts = Record<string, unknown>;
const OuterTexts = createContext<Texts>({});

type Props = {
  locale: Locale;
  /** From the server as JSON: server and browser would each look at every text of an object. */
  texts: Texts | string;
  children: ReactNode;
};

export function MessagesForBrowser({ locale, texts, children }: Props) {
  const outer = use(OuterTexts);
  const all = useMemo(
    () => ({ ...outer, ...(typeof texts === "string" ? (JSON.parse(texts) as Texts) : texts) }),
    [outer, texts],
  );
  return (
    <OuterTexts value={all}>
      <NextIntlClientProvider locale={locale} timeZone="UTC" messages={all as never}>
        {children}
      </NextIntlClientProvider>
    </OuterTexts>
  );
}
