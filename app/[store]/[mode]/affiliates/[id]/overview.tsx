"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OtherFields } from "@/components/forms/other-fields";
import { Help } from "@/components/help/help";
import { useUnreported } from "@/components/lists/unreported";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownAffiliateFields } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { otherFields } from "@/lib/contract/read";
import { sumsOf, useAffiliateFacts } from "../use-affiliate-facts";
import { LedgerPanel } from "./ledger-panel";

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

/** Results of all time, by currency if the API reports them so. */
function PerformancePanel({ affiliate }: { affiliate: Affiliate }) {
  const t = useTranslations("affiliates.page");
  const { base, can, extensions, format, money } = useDesk();
  const { total_clicks: clicks, total_orders: orders } = affiliate;
  const sums = sumsOf(affiliate);
  const absent = <span className="text-sm font-normal text-muted">{t("absent")}</span>;
  const many = sums.length > 1;
  const figure = (key: string, term: ReactNode, value: string | undefined, ends = false) => (
    <div key={key} className={cn(ends && many && "max-sm:col-span-2")}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-lg font-semibold">{value ?? absent}</dd>
    </div>
  );
  return (
    <Panel
      title={t("performance")}
      description={t("performanceHint")}
      actions={
        extensions.affiliate &&
        can("affiliate", "analytics", "clicks") && (
          <IntentLink
            href={`${base}/affiliate-analytics?report=clicks&affiliate=${encodeURIComponent(affiliate.id)}`}
            className={buttonClass({ variant: "ghost", size: "sm" })}
          >
            {t("clicksByPeriod")}
          </IntentLink>
        )
      }
    >
      <dl data-testid="performance" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {figure("clicks", t("figures.clicks"), clicks === undefined ? undefined : format.number(clicks))}
        {figure("orders", t("figures.orders"), orders === undefined ? undefined : format.number(orders))}
        {figure(
          "conversion",
          <>
            {t("figures.conversion")} <Help of="conversion" label={t("figures.conversion")} />
          </>,
          clicks === 0 ? "—" : clicks && orders !== undefined ? format.ratio(orders / clicks) : undefined,
          true,
        )}
        {sums.flatMap(({ currency, revenue, commissions, pending_commissions: pending }) => {
          const of = (name: "revenue" | "commissions" | "pending") =>
            many ? `${t(`figures.${name}`)} (${currency})` : t(`figures.${name}`);
          const shown = (amount: number | undefined) => (amount === undefined ? undefined : money(amount, currency));
          return [
            figure(`revenue ${currency}`, of("revenue"), shown(revenue)),
            figure(`commissions ${currency}`, of("commissions"), shown(commissions)),
            ...(pending === undefined ? [] : [figure(`pending ${currency}`, of("pending"), shown(pending), true)]),
          ];
        })}
      </dl>
    </Panel>
  );
}
