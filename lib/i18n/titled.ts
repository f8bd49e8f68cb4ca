import type { Metadata } from "next";
import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";

export const titled = (key: MessageKeys<Messages, NestedKeyOf<Messages>>, more?: Metadata) => async () => {
  const t = (await getTranslations()) as (name: string) => string;
  return { ...more, title: t(key) };
};
