"use client";

import { useTranslations } from "next-intl";
import { useUnits } from "@/components/figures/use-units";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import type { ReportType } from "@/lib/contract/checkout/report-words";
import { type ReportParts, unitOfColumn } from "./report-parts";
import { useWords } from "./report-words";

type Props = {
  type: ReportType;
  parts: ReportParts;
  /** Names of values that are already shown elsewhere. */
  but: readonly string[];
};

export function ReportRest({ type, parts, but }: Props) {
  const t = useTranslations("analytics.reports");
  const words = useWords();
  const units = useUnits(parts.currency);
  const rest = parts.rest.filter(([name]) => !but.includes(name.split(".").at(-1) ?? ""));
  if (rest.length === 0) return null;
  return (
    <Panel level={3} title={t("rest")}>
      <DescriptionList
        items={rest.map(([name, value]) => ({
          key: name,
          term: words(name),
          detail:
            typeof value === "number" ? (
              units[unitOfColumn(type, { name, rows: [{ [name]: value }] })].show(value)
            ) : typeof value === "string" ? (
              value
            ) : (
              <code>{JSON.stringify(value)}</code>
            ),
        }))}
      />
    </Panel>
  );
}
