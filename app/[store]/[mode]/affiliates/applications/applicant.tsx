"use client";

import { useTranslations } from "next-intl";
import { useProgramWords } from "@/components/affiliates/program-words";
import { DescriptionList } from "@/components/ui/description-list";
import { useDesk } from "@/lib/api/desk";
import { knownAffiliateFields } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { otherFields } from "@/lib/contract/read";

const texts = [
  ...(["email", "company_name", "website", "country", "group", "referral_code"] as const),
  ...(["payout_method", "payout_email"] as const),
];

export function Applicant({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates");
  const { format } = useDesk();
  const { payoutMethod } = useProgramWords();
  const { commission_type: type, commission_rate: rate, notes, metadata = {}, created_at } = one;
  const says: Record<string, (code: string) => string> = { payout_method: payoutMethod, country: format.country };
  const others = [...Object.entries(metadata), ...otherFields(one, knownAffiliateFields)];
  return (
    <div className="grid gap-3">
      {created_at && (
        <p className="text-sm text-muted">{t("applications.applied", { date: format.dateTime(created_at) })}</p>
      )}
      {notes && <p className="wrap-anywhere whitespace-pre-wrap">{notes}</p>}
      <DescriptionList
        items={[
          ...texts.flatMap((name) => {
            const detail = one[name];
            if (!detail) return [];
            return [{ term: t(`form.labels.${name}`), detail: says[name]?.(detail) ?? detail }];
          }),
          ...(rate !== undefined && type === "percentage"
            ? [{ term: t("page.termsRate"), detail: t("page.percent", { rate: format.percent(rate) }) }]
            : []),
          ...others.map(([name, value]) => ({
            term: name,
            detail: typeof value === "string" ? value : JSON.stringify(value),
          })),
        ]}
      />
    </div>
  );
}
