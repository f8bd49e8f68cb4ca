"use client";

import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { QueryError } from "@/components/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
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
          ) : settings.error ? (
            <QueryError error={settings.error} onRetry={() => settings.refetch()} retrying={settings.isFetching} />
          ) : (
            <TextSkeleton lines={8} />
          )}
        </Panel>
      )}
    </>
  );
}
