"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useExport } from "@/components/transfer/export-csv";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";

export function ExportLog({ endpoint, filter }: { endpoint: string; filter: Record<string, unknown> }) {
  const t = useTranslations("webhooks.log.export");
  const work = useExport({ resource: "deliveries", query: filter });
  const start = (jsonl: boolean) => !work.isPending && work.mutate({ endpoint, jsonl });
  return (
    <Menu
      label={t("action")}
      align="end"
      trigger={(props) => (
        <IconButton
          {...props}
          size="sm"
          label={t("action")}
          icon={<Download aria-hidden />}
          aria-disabled={work.isPending || undefined}
        />
      )}
    >
      <MenuItem onSelect={() => start(false)}>{t("csv")}</MenuItem>
      <MenuItem onSelect={() => start(true)}>{t("jsonl")}</MenuItem>
    </Menu>
  );
}
