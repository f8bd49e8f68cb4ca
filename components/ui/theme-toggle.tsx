"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Segmented } from "./radio-group";
import { readTheme, storeTheme, type Theme } from "./theme";
import { onWindow } from "./use-browser";

const onTheme = onWindow("themechange");

export function ThemeToggle() {
  const t = useTranslations("ui");
  const theme = useSyncExternalStore<Theme>(onTheme, readTheme, () => "system");
  return (
    <Segmented
      label={t("theme.label")}
      size="sm"
      iconOnly
      value={theme}
      onValueChange={storeTheme}
      options={[
        { value: "light", label: t("theme.light"), icon: <Sun /> },
        { value: "dark", label: t("theme.dark"), icon: <Moon /> },
        { value: "system", label: t("theme.system"), icon: <Monitor /> },
      ]}
    />
  );
}
