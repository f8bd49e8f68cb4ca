"use client";

import { Webhook as WebhookIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";

const parts = ["", "/find", "/doctor", "/events"] as const;
const names = { "": "endpoints", "/find": "find", "/doctor": "doctor", "/events": "events" } as const;

type Props = {
  description?: string;
  actions?: ReactNode;
  needs?: "list" | "find";
  children: ReactNode;
};

export function WebhookScreen({ description, actions, needs, children }: Props) {
  const t = useTranslations("webhooks");
  const { base, can } = useDesk();
  const path = usePathname();
  const forbidden = needs !== undefined && !can("checkout", "webhooks", needs);
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        description={description ?? t("description")}
        actions={forbidden ? undefined : actions}
      >
        <TabLinks
          label={t("parts.label")}
          items={parts.map((part) => ({
            href: `${base}/webhooks${part}`,
            label: t(`parts.${names[part]}`),
            active: path === `${base}/webhooks${part}`,
          }))}
        />
      </PageHeader>
      {forbidden ? (
        <EmptyState icon={<WebhookIcon />} title={t("forbidden")}>
          {t("forbiddenBody")}
        </EmptyState>
      ) : (
        children
      )}
    </>
  );
}
