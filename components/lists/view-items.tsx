"use client";

import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";

export function ViewItems({ screen, onManage }: { screen: string; onManage: () => void }) {
  const t = useTranslations("shell.views");
  const { desk, base } = useDesk();
  const views = useQuery(desk.views.list.options({ query: { screen } }));
  if (views.error) return <MenuItem disabled>{t("failed")}</MenuItem>;
  if (views.isPending) return <MenuItem disabled>{t("loading")}</MenuItem>;
  if (views.data.data.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      {views.data.data.map((view) => (
        <MenuItem
          key={view.id}
          // An address without parameters would open the default view.
          href={`${base}/${screen}?${view.query || "page=1"}`}
          aside={
            <>
              {view.shared && <span className="text-xs text-muted">{t("shared")}</span>}
              {view.default && <Star aria-label={t("isDefault")} className="text-accent" />}
            </>
          }
        >
          {view.name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={onManage}>{t("manage")}</MenuItem>
    </>
  );
}
