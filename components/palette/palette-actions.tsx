"use client";

import { useQueryClient } from "@tanstack/react-query";
import {
  FlaskConical,
  Keyboard,
  KeyboardOff,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Radio,
  Store,
  Sun,
} from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/components/attempt";
import { keepLocale } from "@/components/keep-locale";
import { useSignOut } from "@/components/shell/account-menu";
import { isOpenWith } from "@/components/shell/screens";
import type { Command } from "@/components/ui/command-palette";
import { storeTheme, type Theme } from "@/components/ui/theme";
import { setSingleKeys, useSingleKeys } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import { localeNames, locales } from "@/lib/i18n/locales";
import { beginnings, synonyms } from "./palette-pages";

export type Stores = readonly { id: string; name: string }[];

export function useActions(stores: Stores, go: (href: string) => () => void): Command[] {
  const t = useTranslations("palette");
  const names = useTranslations();
  const { base, can, desk, mode, store } = useDesk();
  const section = usePathname().split("/")[3];
  const router = useRouter();
  const attempt = useAttempt();
  const signOut = useSignOut();
  const queryClient = useQueryClient();
  const singleKeys = useSingleKeys();
  const placeIn = (storeId: string, inMode: string) => `/${storeId}/${inMode}${section ? `/${section}` : ""}`;
  const other = mode === "live" ? "sandbox" : "live";

  const speak = async (locale: (typeof locales)[number]) => {
    const { time_zone } = await queryClient.fetchQuery(desk.account.get.options());
    await desk.account.prefer.mutation().mutationFn({ body: { locale, time_zone } });
    keepLocale(locale);
    router.refresh();
  };

  return [
    ...beginnings.filter(isOpenWith(can)).map(({ path, name, record, icon: Icon = Plus }) => ({
      id: path,
      label: record ? names(`${record}.names.new`) : t(name as "newKey"),
      ...(synonyms[path] && { keywords: [t(synonyms[path])] }),
      icon: <Icon aria-hidden />,
      onSelect: go(base + path),
    })),
    {
      id: "mode",
      label: t(`switch.${other}`),
      icon: other === "live" ? <Radio aria-hidden /> : <FlaskConical aria-hidden />,
      onSelect: go(placeIn(store.id, other)),
    },
    ...stores
      .filter(({ id }) => id !== store.id)
      .map(({ id, name }) => ({
        id: `store ${id}`,
        label: t("switch.store", { store: name }),
        icon: <Store aria-hidden />,
        onSelect: go(placeIn(id, mode)),
      })),
    ...Object.entries({ light: Sun, dark: Moon, system: Monitor }).map(([theme, Icon]) => ({
      id: `theme ${theme}`,
      label: t(`theme.${theme as Theme}`),
      icon: <Icon aria-hidden />,
      onSelect: () => storeTheme(theme as Theme),
    })),
    ...locales.map((locale) => ({
      id: `language ${locale}`,
      label: t("language", { name: localeNames[locale] ?? locale }),
      keywords: [t("languageKeywords")],
      icon: <Languages aria-hidden />,
      onSelect: () => attempt(() => speak(locale)),
    })),
    {
      id: "single keys",
      label: t(singleKeys ? "keysOff" : "keysOn"),
      icon: singleKeys ? <KeyboardOff aria-hidden /> : <Keyboard aria-hidden />,
      onSelect: () => setSingleKeys(!singleKeys),
    },
    { id: "sign-out", label: t("signOut"), icon: <LogOut aria-hidden />, onSelect: signOut },
  ];
}
