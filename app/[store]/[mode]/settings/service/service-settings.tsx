"use client";

import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { SettingsHeader } from "../settings-header";
import { readLeaves } from "./leaves";
import { SettingsForm } from "./settings-form";

export function ServiceSettings() {
  const t = useTranslations("service");
  const { checkout } = useDesk();
  const settings = useQuery(checkout.settings.get.options());
  const leaves = settings.data && readLeaves(settings.data);
  return (
    <>
      <SettingsHeader description={t("description")} />
      {leaves && leaves.length > 0 ? (
        <SettingsForm leaves={leaves} />
      ) : (
        <Panel>
          {leaves ? (
            <EmptyState icon={<SlidersHorizontal />} title={t("none")}>
              {t("noneBody")}
            </EmptyState>
          ) : (
            <Waiting of={settings} lines={8} />
          )}
        </Panel>
      )}
    </>
  );
}
