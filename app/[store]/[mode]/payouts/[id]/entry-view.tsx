"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useListHref } from "@/components/lists/list-address";
import { PrintButton } from "@/components/print/print-button";
import { Look } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { PayoutEntryWithCommissions } from "@/lib/contract/desk/payouts";
import { sumOf } from "@/lib/money";
import { usePayoutWords } from "../words";
import { AccountPanel } from "./account-panel";
import { CommissionLines } from "./proof-panel";
import { SettlePanel } from "./settle-panel";
import { PayoutTimeline, stepsOfEntry } from "./timeline";

/** A payout requested in Cartwright has this page even if the API never received it. */
export function EntryView({ id }: { id: string }) {
  const t = useTranslations("payouts");
  const { base, desk } = useDesk();
  const crumbs = [{ href: useListHref(`${base}/payouts`), label: t("title") }];
  const entry = useQuery({
    ...desk.payouts.get.options({ params: { id } }),
    refetchInterval: ({ state }) => (["waiting", "sending"].includes(state.data?.state ?? "") ? 2_000 : false),
  });
  if (entry.data) return <Loaded entry={entry.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={entry} />;
}

function Loaded({ entry, crumbs }: { entry: PayoutEntryWithCommissions; crumbs: { href: string; label: string }[] }) {
  const t = useTranslations("payouts");
  const { base, money } = useDesk();
  const words = usePayoutWords();
  const names = useAffiliateNames([entry.affiliate_id]);
  const sum = sumOf(entry.commission_ids.map(({ amount }) => amount));
  const drift = sumOf([entry.drift ?? entry.amount, -sum]);
  const link = (href: string, text: string) => (
    <IntentLink href={`${base}/${href}`} className="underline underline-offset-3">
      {text}
    </IntentLink>
  );
  return (
    <>
      <PageHeader
        title={t("entry.title", { amount: money(entry.amount, entry.currency) })}
        crumbs={crumbs}
        meta={<Look {...words.state(entry.state)} />}
        actions={<PrintButton />}
      />
      <SettlePanel entry={entry} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-5">
          <Panel title={t("proof.title")}>
            <div className="grid gap-4">
              {drift !== 0 && (
                <Banner tone="danger" live={false} title={t("proof.drift", { drift: money(drift, entry.currency) })}>
                  {t("entry.drift", { amount: money(entry.drift ?? entry.amount, entry.currency) })}
                </Banner>
              )}
              <CommissionLines rows={entry.commission_ids} currency={entry.currency} sum={sum} drift={drift} />
            </div>
          </Panel>
          <AccountPanel affiliate={entry.affiliate_id} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Panel title={t("facts.title")}>
            <DescriptionList
              items={[
                { term: t("columns.affiliate"), detail: <AffiliateName id={entry.affiliate_id} names={names} /> },
                {
                  term: t("columns.atApi"),
                  detail: entry.payout_id ? (
                    link(`payouts/${encodeURIComponent(entry.payout_id)}`, entry.payout_id)
                  ) : (
                    <span className="text-muted">{t("entry.notThere")}</span>
                  ),
                },
                { term: t("entry.mark"), detail: <code>{entry.id}</code> },
                { term: t("columns.method"), detail: entry.method ? words.method(entry.method) : "—" },
                { term: t("columns.reference"), detail: entry.reference ?? "—" },
                { term: t("facts.note"), detail: entry.note ?? "—" },
                { term: t("filters.batch"), detail: link(`jobs/${entry.batch}`, t("batch.job")) },
              ]}
            />
          </Panel>
          <PayoutTimeline steps={stepsOfEntry(entry)} />
        </div>
      </div>
    </>
  );
}
