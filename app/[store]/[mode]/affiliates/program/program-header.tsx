"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListHref } from "@/components/lists/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";

const parts = ["page", "invitations", "mails", "templates"] as const;

export function ProgramHeader({ actions, meta }: { actions?: ReactNode; meta?: ReactNode }) {
  const t = useTranslations("programPage");
  const { base, can } = useDesk();
  const path = usePathname();
  const listHref = useListHref(`${base}/affiliates`);
  const home = `${base}/affiliates/program`;
  const items = parts.map((part) => {
    const href = part === "page" ? home : `${home}/${part}`;
    return { href, label: t(`tabs.${part}`), active: href === path };
  });
  if (can("desk", "portal_media", "list")) {
    const href = `${base}/affiliates/media-kit`;
    items.push({ href, label: t("tabs.media"), active: href === path });
  }
  return (
    <PageHeader
      title={t("title")}
      description={t("description")}
      crumbs={[{ href: listHref, label: t("back") }]}
      actions={actions}
      meta={meta}
    >
      <TabLinks label={t("title")} items={items} />
    </PageHeader>
  );
}
