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
  note?: ReactNode;
  actions?: ReactNode;
  menu?: ReactNode;
};

export function RecordHeader({ status, note, actions, menu, ...header }: Props) {
  const t = useTranslations("form");
  return (
    <PageHeader
      {...header}
      meta={
        (status || note) && (
          <>
            {status && <Look {...status} />}
            {note}
          </>
        )
      }
      actions={
        (actions || menu) && (
          <>
            {actions}
            {menu && (
              <Menu
                label={t("more")}
                align="end"
                trigger={(props) => <IconButton {...props} label={t("more")} icon={<Ellipsis aria-hidden />} />}
              >
                {menu}
              </Menu>
            )}
          </>
        )
      }
    />
  );
}
