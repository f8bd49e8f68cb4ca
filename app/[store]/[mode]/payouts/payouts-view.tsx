"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck, HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useKeepListAddress } from "@/components/lists/list-address";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";
import { EntryTable } from "./entry-table";
import { payoutFilters } from "./filters";
import { PayoutTable } from "./payout-table";

export function PayoutsView() {
  const t = useTranslations("payouts");
  const { base, can } = useDesk();
  const [view] = useQueryState("view", payoutFilters.view);
  useKeepListAddress();
  const open = useOpen();
  const path = `${base}/payouts`;
  const pay = can("desk", "payouts", "confirm") && (
    <IntentLink href={`${path}/new`} className={buttonClass({ variant: "primary" })}>
      <HandCoins aria-hidden /> {t("pay.action")}
    </IntentLink>
  );
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <IntentLink href={`${path}/match`} className={buttonClass()}>
              <FileCheck aria-hidden /> {t("match.action")}
            </IntentLink>
            {pay}
          </>
        }
      >
        <TabLinks
          label={t("views.label")}
          items={[
            { href: path, label: t("views.api"), active: view === "api" },
            {
              href: `${path}?view=ours`,
              label: t("views.ours"),
              active: view === "ours",
              badge: open > 0 && <Badge tone="warning">{t("views.open", { count: open })}</Badge>,
            },
          ]}
        />
      </PageHeader>
      <ToApprove />
      <Unknown />
      {view === "ours" ? <EntryTable pay={pay} /> : <PayoutTable pay={pay} />}
    </>
  );
}

function useOpen(): number {
  const { desk } = useDesk();
  const { states } = useQuery(desk.payouts.counts.options()).data ?? {};
  return states ? states.waiting + states.sending + states.unknown : 0;
}

function ToApprove() {
  const t = useTranslations("payouts.files");
  const { base, can, desk } = useDesk();
  const may = can("desk", "payout_files", "waiting");
  const waiting = useQuery({ ...desk.payout_files.waiting.options(), enabled: may });
  return waiting.data?.data.map(({ batch, files }) => (
    <Banner
      key={batch}
      tone="warning"
      live={false}
      action={
        <IntentLink
          href={`${base}/payouts?view=ours&batch=${encodeURIComponent(batch)}`}
          className={buttonClass({ size: "sm" })}
        >
          {t("show")}
        </IntentLink>
      }
    >
      {t("toApprove", { count: files })}
    </Banner>
  ));
}

function Unknown() {
  const t = useTranslations("payouts");
  const { base, desk, format, money } = useDesk();
  const { unknown } = useQuery(desk.payouts.counts.options()).data ?? {};
  if (!unknown || unknown.count === 0) return null;
  const worth = format.row(unknown.totals.map(({ amount, currency }) => money(amount, currency)));
  return (
    <Banner
      tone="danger"
      live={false}
      title={t("unknown.banner", { count: unknown.count, worth })}
      action={
        <IntentLink href={`${base}/payouts?view=ours&state=unknown`} className={buttonClass({ size: "sm" })}>
          {t("unknown.show")}
        </IntentLink>
      }
    >
      {t("unknown.bannerBody")}
      {unknown.oldest_at && ` ${t("unknown.oldest", { time: format.dateTime(unknown.oldest_at) })}`}
    </Banner>
  );
}
