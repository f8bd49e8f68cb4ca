"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Look, type StatusLook } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";

type Props = Pick<PageHeaderProps, "title" | "crumbs" | "description"> & {
  status: StatusLook | null;
  /** The items of the menu of further actions. */
  menu?: ReactNode;
  /** In place of the menu. */
  actions?: ReactNode;
};

export function RecordHeader({ status, menu, actions, ...header }: Props) {
  const t = useTranslations("form");
  return (
    <PageHeader
      {...header}
      meta={status && <Look {...status} />}
      actions={
        menu ? (
          <Menu
            label={t("more")}
            align="end"
            trigger={(props) => <IconButton {...props} label={t("more")} icon={<Ellipsis aria-hidden />} />}
          >
            {menu}
          </Menu>
        ) : (
          actions
        )
      }
    />
  );
}
