"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";

type Props = Pick<PageHeaderProps, "description" | "actions" | "paintedAlone">;

export function SettingsHeader(props: Props) {
  const t = useTranslations("settings");
  const { base, can } = useDesk();
  const path = usePathname();
  const parts = [
    { href: `${base}/settings`, label: t("general") },
    ...(can("checkout", "settings", "get") ? [{ href: `${base}/settings/service`, label: t("service") }] : []),
    ...(can("checkout", "shop", "contact") ? [{ href: `${base}/settings/shop`, label: t("shop") }] : []),
    { href: `${base}/settings/keys`, label: t("apiKeys") },
    ...(can("desk", "people", "list") ? [{ href: `${base}/settings/people`, label: t("people") }] : []),
    ...(can("desk", "shoppers", "find") ? [{ href: `${base}/settings/shoppers`, label: t("shoppers") }] : []),
    { href: `${base}/settings/account`, label: t("account") },
  ];
  return (
    <PageHeader title={t("title")} {...props}>
      {parts.length > 1 && (
        <TabLinks label={t("title")} items={parts.map((part) => ({ ...part, active: part.href === path }))} />
      )}
    </PageHeader>
  );
}
