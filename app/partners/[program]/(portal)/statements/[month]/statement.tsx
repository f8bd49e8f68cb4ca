"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DescriptionList } from "@/components/ui/description-list";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import type { PartnerProfile, PartnerTax } from "@/lib/contract/partner/account";
import type { Statement } from "@/lib/contract/partner/money";
import { usePortal } from "../../../portal";
import { CommissionTable, PayoutTable } from "../../commission-table";

type Props = { statement: Statement; profile: PartnerProfile; tax: PartnerTax; now: string };

export function StatementView({ statement, profile, tax, now }: Props) {
  const t = useTranslations("partners.statement");
  const words = useTranslations("partners.earnings");
  const { base, format, money, program, slug } = usePortal();
  const { month, currencies, commissions, payouts } = statement;
  const holder = [
    tax.legal_name || profile.company_name || profile.name,
    tax.address,
    tax.country && format.country(tax.country),
  ];
  return (
    <>
      <PageHeader
        title={t("title", { month: format.month(month) })}
        crumbs={[{ href: `${base}/earnings`, label: t("back") }]}
        description={t("printed", { time: format.dateTime(now) })}
        actions={
          <>
            <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
              {t("print")}
            </Button>
            <a href={`/api/partners/${slug}/statements/${month}/csv`} className={buttonClass()} download>
              {words("csv")}
            </a>
          </>
        }
      />
      <Panel>
        <DescriptionList
          items={[
            { term: t("from"), detail: program },
            { term: t("to"), detail: <span className="whitespace-pre-line">{holder.filter(Boolean).join("\n")}</span> },
            ...(tax.vat_id || tax.tax_number
              ? [{ term: t("taxIds"), detail: [tax.vat_id, tax.tax_number].filter(Boolean).join(" · ") }]
              : []),
            ...currencies.flatMap(({ currency, ...sums }) =>
              (["earned", "taken_back", "paid"] as const).map((name) => ({
                key: `${currency} ${name}`,
                term: t(name),
                detail: money(sums[name], currency),
              })),
            ),
          ]}
        />
      </Panel>
      {commissions.length + payouts.length === 0 && <p className="text-muted">{t("none")}</p>}
      {commissions.length > 0 && (
        <Panel title={words("commissions")} flush>
          <CommissionTable caption={words("commissions")} rows={commissions} />
        </Panel>
      )}
      {payouts.length > 0 && (
        <Panel title={words("payouts")} flush>
          <PayoutTable caption={words("payouts")} rows={payouts} />
        </Panel>
      )}
    </>
  );
}
