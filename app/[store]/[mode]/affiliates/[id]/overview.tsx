"use client";

import { useTranslations } from "next-intl";
import { useProgramWords } from "@/components/affiliates/program-words";
import { OtherFields } from "@/components/forms/other-fields";
import { useUnreported } from "@/components/lists/unreported";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownAffiliateFields } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { otherFields } from "@/lib/contract/read";
import { LedgerPanel } from "./ledger-panel";
import { PerformancePanel } from "./performance-panel";

export function Overview({ one, onEdit }: { one: Affiliate; onEdit: () => void }) {
  const t = useTranslations("affiliates.page");
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-5">
        <LedgerPanel id={one.id} />
        <PerformancePanel one={one} />
        <Panel
          title={t("notes")}
          actions={
            <Button size="sm" variant="ghost" onClick={onEdit}>
              {t("editNotes")}
            </Button>
          }
        >
          {one.notes ? (
            <p className="wrap-anywhere whitespace-pre-wrap">{one.notes}</p>
          ) : (
            <p className="text-muted">{t("noNotes")}</p>
          )}
        </Panel>
      </div>
      <div className="grid gap-5">
        <Terms one={one} />
        <OtherFields fields={otherFields(one, knownAffiliateFields)} />
      </div>
    </div>
  );
}

function Terms({ one }: { one: Affiliate }) {
  const t = useTranslations("affiliates");
  const { format, money } = useDesk();
  const { payoutMethod } = useProgramWords();
  const unreported = useUnreported("affiliate");
  const { commission_type: type, commission_rate: rate, currency } = one;
  const terms =
    rate === undefined
      ? undefined
      : type === "percentage"
        ? t("page.percent", { rate: format.percent(rate) })
        : type === "fixed"
          ? t("page.fixed", { amount: money(rate, currency) })
          : `${type ?? ""} ${format.number(rate)}`;
  const time = (at: string | null | undefined) => (at ? format.dateTime(at) : null);
  const told = [
    [t("form.labels.group"), one.group],
    [t("form.labels.company_name"), one.company_name],
    [t("form.labels.country"), one.country && format.country(one.country)],
    [t("form.labels.website"), one.website],
    [t("form.labels.referral_code"), one.referral_code],
    [t("form.labels.coupon_codes"), one.coupon_codes && format.list(one.coupon_codes)],
    [t("form.labels.payout_method"), one.payout_method && payoutMethod(one.payout_method)],
    [t("form.labels.payout_email"), one.payout_email],
    [
      t("form.labels.minimum_payout"),
      typeof one.minimum_payout === "number" ? money(one.minimum_payout, currency) : null,
    ],
    [t("form.createdAt"), time(one.created_at)],
    [t("form.approvedAt"), time(one.approved_at)],
    [t("form.updatedAt"), time(one.updated_at)],
  ] as const;
  return (
    <Panel title={t("page.terms")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          { term: t("page.termsRate"), detail: terms },
          ...told.flatMap(([term, detail]) => (detail ? [{ term, detail }] : [])),
          { term: t("form.id"), detail: <code className="wrap-anywhere">{one.id}</code> },
        ]}
      />
    </Panel>
  );
}
