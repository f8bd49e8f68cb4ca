"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import type { Page } from "@/lib/contract/common";
import type { PartnerCommission, PartnerPayout } from "@/lib/contract/partner/money";
import { dayIn } from "@/lib/days";
import { monthsUntil } from "@/lib/ranges";
import { usePortal } from "../../portal";
import { CommissionTable, PayoutTable } from "../commission-table";
import { Choices, Pages, statuses } from "../pages";
import { ReturnedBanner } from "../returned-banner";

type Status = (typeof statuses)[number];

type Props = {
  status: Status;
  since: string | null;
  commissions: Page<PartnerCommission>;
  payouts: PartnerPayout[];
  returned: PartnerPayout | null;
};

export function Earnings({ status, since, commissions: { data, pagination }, payouts, returned }: Props) {
  const t = useTranslations("partners.earnings");
  const { base } = usePortal();
  const href = (wanted: Status, page = 1) => `${base}/earnings?status=${wanted}${page > 1 ? `&page=${page}` : ""}`;
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <ReturnedBanner payout={returned} />
      <Panel title={t("commissions")} flush>
        <Choices
          label={t("filter")}
          value={status}
          options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          href={href}
          className="border-b border-line px-4 py-3"
        />
        {data.length === 0 ? (
          <EmptyState title={t("none")} level={3}>
            {t("noneBody")}
          </EmptyState>
        ) : (
          <CommissionTable caption={t("commissions")} rows={data} />
        )}
        <Pages of={pagination} href={(page) => href(status, page)} />
      </Panel>
      <Panel title={t("payouts")} flush={payouts.length > 0}>
        {payouts.length === 0 ? (
          <p className="text-muted">{t("noPayouts")}</p>
        ) : (
          <PayoutTable caption={t("payouts")} rows={payouts} />
        )}
      </Panel>
      <Statements since={since} />
    </>
  );
}

function Statements({ since }: { since: string | null }) {
  const t = useTranslations("partners.earnings");
  const { base, format, slug, timeZone } = usePortal();
  const months = monthsSince(timeZone, since);
  const [month, setMonth] = useState(months[0] ?? "");
  return (
    <Panel title={t("statements")} description={t("statementsHint")}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("month")} className="basis-48">
          <Select
            value={month}
            onChange={({ target }) => setMonth(target.value)}
            options={months.map((value) => ({ value, label: format.month(value) }))}
          />
        </Field>
        <IntentLink href={`${base}/statements/${month}`} className={buttonClass()}>
          {t("open")}
        </IntentLink>
        <a href={`/api/partners/${slug}/statements/${month}/csv`} className={buttonClass()} download>
          {t("csv")}
        </a>
      </div>
    </Panel>
  );
}

/** Three years at most, newest first. */
function monthsSince(timeZone: string, since: string | null): string[] {
  const monthOf = (at: Date) => dayIn(timeZone, at).slice(0, 7);
  const now = monthOf(new Date());
  const first = since ? monthOf(new Date(since)) : now;
  return monthsUntil(now, 36).filter((month) => month >= first);
}
