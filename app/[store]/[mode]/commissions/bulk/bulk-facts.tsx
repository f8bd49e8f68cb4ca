"use client";

import { useTranslations } from "next-intl";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { KeptFilter } from "@/components/lists/confirm-matching";
import { DescriptionList } from "@/components/ui/description-list";
import { useDesk } from "@/lib/api/desk";
import type { JobPreview } from "@/lib/contract/desk/jobs";
import type { ListFilter } from "../filters";
import { useCommissionWords } from "../words";

export function BulkFacts({ preview, filter }: { preview: JobPreview; filter: ListFilter | null }) {
  const t = useTranslations("commissions.bulk");
  const { format, money } = useDesk();
  const { count, totals, affiliates, flagged, complete } = preview;
  const number = (value: number) => (complete ? format.number(value) : t("some", { number: format.number(value) }));
  const facts = [
    ...totals.map(({ currency, amount }) => {
      const shown = money(amount, currency);
      const term = currency === "" ? t("totalUnknown") : t("total", { currency });
      return { term, detail: complete ? shown : t("some", { number: shown }) };
    }),
    { term: t("affiliates"), detail: number(affiliates) },
    { term: t("flagged"), detail: number(flagged) },
  ];
  return (
    <div className="grid gap-3 text-pretty">
      {filter === null ? (
        <p>{t("chosen", { count })}</p>
      ) : count === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <div className="grid gap-1">
          <p>{t("matching")}</p>
          <Kept filter={filter} />
        </div>
      )}
      {count > 0 && <DescriptionList items={facts} />}
      {!complete && <p className="text-sm text-muted">{t("incomplete")}</p>}
      <p className="text-sm text-muted">{t("asJob")}</p>
    </div>
  );
}

function Kept({ filter }: { filter: ListFilter }) {
  const t = useTranslations("commissions");
  const { format } = useDesk();
  const words = useCommissionWords();
  const names = useAffiliateNames([filter.affiliate_id]);
  const { status, affiliate_id: affiliate, flagged, type, created_after: from } = filter;
  const parts: [string, string | undefined][] = [
    [t("filters.status"), status && words.status(status).label],
    [t("filters.affiliate"), affiliate && (names.get(affiliate)?.name ?? affiliate)],
    [t("filters.flagged"), flagged && t(flagged === "true" ? "filters.flaggedYes" : "filters.flaggedNo")],
    [t("filters.type"), type && words.type(type)],
    [t("filters.from"), from && format.day(from)],
  ];
  return <KeptFilter parts={parts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))} />;
}
