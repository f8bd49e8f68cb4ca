"use client";

import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { useUnreported } from "@/components/lists/unreported";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownAffiliateFields } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { otherFields } from "@/lib/contract/read";
import { useAffiliateFacts } from "../use-affiliate-facts";
import { LedgerPanel } from "./ledger-panel";
import { PerformancePanel } from "./performance-panel";

export function Overview({ affiliate, onEdit }: { affiliate: Affiliate; onEdit: () => void }) {
  const t = useTranslations("affiliates.page");
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-5">
        <LedgerPanel id={affiliate.id} />
        <PerformancePanel affiliate={affiliate} />
        <Panel
          title={t("notes")}
          actions={
            <Button size="sm" variant="ghost" onClick={onEdit}>
              {t("editNotes")}
            </Button>
          }
        >
          {affiliate.notes ? (
            <p className="wrap-anywhere whitespace-pre-wrap">{affiliate.notes}</p>
          ) : (
            <p className="text-muted">{t("noNotes")}</p>
          )}
        </Panel>
      </div>
      <div className="grid gap-5">
        <Terms affiliate={affiliate} />
        <OtherFields fields={otherFields(affiliate, knownAffiliateFields)} />
      </div>
    </div>
  );
}

const factNames = [
  ...(["group", "company_name", "country", "website", "referral_code", "coupon_codes"] as const),
  ...(["payout_method", "payout_email", "minimum_payout"] as const),
];

function Terms({ affiliate }: { affiliate: Affiliate }) {
  const t = useTranslations("affiliates");
  const { format } = useDesk();
  const { facts, rate } = useAffiliateFacts(affiliate);
  const unreported = useUnreported("affiliate");
  const { created_at, approved_at, updated_at } = affiliate;
  const times = [
    { term: t("form.createdAt"), at: created_at },
    { term: t("form.approvedAt"), at: approved_at },
    { term: t("form.updatedAt"), at: updated_at },
  ];
  return (
    <Panel title={t("page.terms")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          rate,
          ...facts(factNames),
          ...times.flatMap(({ term, at }) => (at ? [{ term, detail: format.dateTime(at) }] : [])),
          { term: t("form.id"), detail: <code className="wrap-anywhere">{affiliate.id}</code> },
        ]}
      />
    </Panel>
  );
}
