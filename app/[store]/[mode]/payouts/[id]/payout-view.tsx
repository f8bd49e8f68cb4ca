"use client";

import { useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { OtherFields } from "@/components/forms/other-fields";
import { useListHref } from "@/components/lists/list-address";
import { useUnreported } from "@/components/lists/unreported";
import { PrintButton } from "@/components/print/printing";
import { RecordWaiting } from "@/components/query-error";
import { Look, type StatusLook } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { type Description, DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { isOver } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import type { PayoutEntryWithCommissions } from "@/lib/contract/desk/payouts";
import { otherFields } from "@/lib/contract/read";
import { sumOf } from "@/lib/money";
import { usePayoutWords } from "../words";
import { AccountPanel } from "./account-panel";
import { CommissionLines, ProofPanel } from "./proof-panel";
import { SettlePanel } from "./settle-panel";
import { PayoutTimeline, stepsOfEntry, stepsOfPayout, type TimelineStep } from "./timeline";

const OutcomeDialog = lazyPart(() => import("./dialogs").then((file) => ({ default: file.OutcomeDialog })));

export function PayoutView({ id }: { id: string }) {
  const { affiliate } = useDesk();
  const payout = useQuery(affiliate.payouts.get.options({ params: { id } }));
  return payout.data ? <ListedPayout payout={payout.data} /> : <PayoutWaiting record={payout} />;
}

/** A payout requested in Cartwright has this page even if the API never received it. */
export function EntryView({ id }: { id: string }) {
  const { desk } = useDesk();
  const entry = useQuery({
    ...desk.payouts.get.options({ params: { id } }),
    refetchInterval: ({ state }) => (["waiting", "sending"].includes(state.data?.state ?? "") ? 2_000 : false),
  });
  return entry.data ? <RequestedPayout entry={entry.data} /> : <PayoutWaiting record={entry} />;
}

function useCrumbs() {
  const t = useTranslations("payouts");
  const { base } = useDesk();
  return [{ href: useListHref(`${base}/payouts`), label: t("title") }];
}

function PayoutWaiting({ record }: Pick<ComponentProps<typeof RecordWaiting>, "record">) {
  const t = useTranslations("payouts");
  return <RecordWaiting title={t("one")} crumbs={useCrumbs()} record={record} />;
}

type LayoutProps = {
  title: string;
  status: StatusLook | undefined;
  actions?: ReactNode;
  affiliate: string | undefined;
  facts: readonly Description[];
  steps: readonly TimelineStep[];
  above?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
};

function Layout({ title, status, actions, affiliate, facts, steps, above, below, children }: LayoutProps) {
  const t = useTranslations("payouts");
  const unreported = useUnreported("affiliate");
  const names = useAffiliateNames([affiliate]);
  const owner = affiliate && <AffiliateName id={affiliate} names={names} />;
  return (
    <>
      <PageHeader
        title={title}
        crumbs={useCrumbs()}
        meta={status && <Look {...status} />}
        actions={
          <>
            <PrintButton />
            {actions}
          </>
        }
      />
      {above}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-5">
          {children}
          {affiliate !== undefined && <AccountPanel affiliate={affiliate} />}
        </div>
        <div className="grid min-w-0 gap-5">
          <Panel title={t("facts.title")}>
            <DescriptionList
              withoutDetail={unreported.facts}
              items={[{ term: t("columns.affiliate"), detail: owner }, ...facts]}
            />
          </Panel>
          <PayoutTimeline steps={steps} />
          {below}
        </div>
      </div>
    </>
  );
}

function ListedPayout({ payout }: { payout: Payout }) {
  const t = useTranslations("payouts");
  const { can, desk, has, format, money } = useDesk();
  const words = usePayoutWords();
  const said = useSaid();
  const [noting, setNoting] = useState(false);
  const proof = useQuery(desk.payouts.proof.options({ params: { id: payout.id } }));
  const { id, amount, currency, status, method, period_start: start, period_end: end } = payout;
  return (
    <>
      <Layout
        title={amount === undefined ? id : t("of", { amount: money(amount, currency) })}
        status={status === undefined ? undefined : words.status(status, payout.returned_at)}
        actions={
          has("affiliate", "payouts", "update") &&
          can("affiliate", "payouts", "update") &&
          (status === "paid" || !isOver(status)) && (
            <Button icon={<PencilLine aria-hidden />} onClick={() => setNoting(true)}>
              {t(status === "paid" ? "outcome.returned" : "outcome.action")}
            </Button>
          )
        }
        affiliate={payout.affiliate_id}
        facts={[
          { term: t("facts.id"), detail: <code>{id}</code> },
          { term: t("columns.method"), detail: method && words.method(method) },
          { term: t("columns.reference"), detail: payout.reference },
          { term: t("facts.note"), detail: payout.note },
          ...(start && end ? [{ term: t("facts.period"), detail: format.days(start, end) }] : []),
          ...(payout.failure_reason
            ? [{ term: t("facts.failure"), detail: said(payout.failure_reason, payout.failure_reason_key) }]
            : []),
        ]}
        above={
          payout.returned_at && (
            <Banner tone="danger" live={false} title={t("returned.on", { day: format.date(payout.returned_at) })}>
              {payout.failure_reason && `${said(payout.failure_reason, payout.failure_reason_key)} `}
              {t("returned.owed")}
            </Banner>
          )
        }
        steps={stepsOfPayout(payout, proof.data?.entry ?? null)}
        below={<OtherFields fields={otherFields(payout)} />}
      >
        <ProofPanel read={proof} />
      </Layout>
      {noting && <OutcomeDialog payout={payout} onClose={() => setNoting(false)} />}
    </>
  );
}

function RequestedPayout({ entry }: { entry: PayoutEntryWithCommissions }) {
  const t = useTranslations("payouts");
  const { base, money } = useDesk();
  const words = usePayoutWords();
  const { id, amount, currency, payout_id: payoutId, method, commission_ids: commissions } = entry;
  const sum = sumOf(commissions.map((each) => each.amount));
  const drift = sumOf([entry.drift ?? amount, -sum]);
  const link = (href: string, text: string) => (
    <IntentLink href={`${base}/${href}`} className="underline underline-offset-3">
      {text}
    </IntentLink>
  );
  return (
    <Layout
      title={t("entry.title", { amount: money(amount, currency) })}
      status={words.state(entry)}
      affiliate={entry.affiliate_id}
      facts={[
        {
          term: t("columns.atApi"),
          detail: payoutId ? (
            link(`payouts/${encodeURIComponent(payoutId)}`, payoutId)
          ) : (
            <span className="text-muted">{t("entry.notThere")}</span>
          ),
        },
        { term: t("entry.mark"), detail: <code>{id}</code> },
        { term: t("columns.method"), detail: method && words.method(method) },
        { term: t("columns.reference"), detail: entry.reference },
        { term: t("facts.note"), detail: entry.note },
        { term: t("filters.batch"), detail: link(`jobs/${entry.batch}`, t("batch.job")) },
      ]}
      steps={stepsOfEntry(entry)}
      above={<SettlePanel entry={entry} />}
    >
      <Panel title={t("proof.title")}>
        <div className="grid gap-4">
          {drift !== 0 && (
            <Banner tone="danger" live={false} title={t("proof.drift", { drift: money(drift, currency) })}>
              {t("entry.drift", { amount: money(entry.drift ?? amount, currency) })}
            </Banner>
          )}
          <CommissionLines rows={commissions} currency={currency} sum={sum} drift={drift} />
        </div>
      </Panel>
    </Layout>
  );
}
