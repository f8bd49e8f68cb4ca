"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useExport } from "@/components/transfer/export-csv";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { payoutFormats } from "@/lib/contract/desk/payout-words";

/** Exporting payouts for people or payment providers marks nothing as paid. */
export function ExportPayouts({ query }: { query: Record<string, unknown> }) {
  const t = useTranslations("payouts.export");
  const work = useExport({ resource: "payouts", query });
  return (
    <Menu
      label={t("action")}
      align="end"
      trigger={(props) => (
        <Button {...props} size="sm" icon={<Download aria-hidden />} pending={work.isPending}>
          {t("action")}
        </Button>
      )}
    >
      {payoutFormats.map((format) => (
        <MenuItem key={format} onSelect={() => work.mutate({ format })}>
          {t(`formats.${format}`)}
          <span className="block text-xs text-muted">{t(`hints.${format}`)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
