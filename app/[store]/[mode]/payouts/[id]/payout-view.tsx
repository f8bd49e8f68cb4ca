"use client";

import { useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { OtherFields } from "@/components/forms/other-fields";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useListHref } from "@/components/lists/list-address";
import { useUnreported } from "@/components/lists/unreported";
import { PrintButton } from "@/components/print/print-button";
import { Look } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { isOver, knownPayoutFields } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import { otherFields } from "@/lib/contract/read";
import { usePayoutWords } from "../words";
import { AccountPanel } from "./account-panel";
import { ProofPanel } from "./proof-panel";
import { PayoutTimeline, stepsOfPayout } from "./timeline";

const OutcomeDialog = lazyPart(() => import("./outcome-dialog").then((file) => ({ default: file.OutcomeDialog })));

export function PayoutView({ id }: { id: string }) {
  const t = useTranslations("payouts");
  const { affiliate, base } = useDesk();
  const crumbs = [{ href: useListHref(`${base}/payouts`), label: t("title") }];
  const payout = useQuery(affiliate.payouts.get.options({ params: { id } }));
  if (payout.data) return <Loaded payout={payout.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={payout} />;
}

function Loaded({ payout, crumbs }: { payout: Payout; crumbs: { href: string; label: string }[] }) {
  const t = useTranslations("payouts");
  const { can, desk, extensions, money } = useDesk();
  const words = usePayoutWords();
  const [noting, setNoting] = useState(false);
  const proof = useQuery(desk.payouts.proof.options({ params: { id: payout.id } }));
  const mayNote = extensions.affiliate && can("affiliate", "payouts", "update") && !isOver(payout.status);
  return (
    <>
      <PageHeader
        title={payout.amount === undefined ? payout.id : t("of", { amount: money(payout.amount, payout.currency) })}
        crumbs={crumbs}
        meta={payout.status !== undefined && <Look {...words.status(payout.status)} />}
        actions={
          <>
            <PrintButton />
            {mayNote && (
              <Button icon={<PencilLine aria-hidden />} onClick={() => setNoting(true)}>
                {t("outcome.action")}
              </Button>
            )}
          </>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-5">
          <ProofPanel read={proof} />
          {payout.affiliate_id !== undefined && <AccountPanel affiliate={payout.affiliate_id} />}
        </div>
        <div className="grid min-w-0 gap-5">
          <Facts payout={payout} />
          <PayoutTimeline steps={stepsOfPayout(payout, proof.data?.entry ?? null)} />
          <OtherFields fields={otherFields(payout, knownPayoutFields)} />
        </div>
      </div>
      {noting && (
        <Suspense>
          <OutcomeDialog payout={payout} onClose={() => setNoting(false)} />
        </Suspense>
      )}
    </>
  );
}

function Facts({ payout }: { payout: Payout }) {
  const t = useTranslations("payouts");
  const { format } = useDesk();
  const words = usePayoutWords();
  const names = useAffiliateNames([payout.affiliate_id]);
  const { affiliate_id: affiliate, method, reference, note, period_start: start, period_end: end } = payout;
  const unreported = useUnreported("affiliate");
  return (
    <Panel title={t("facts.title")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          { term: t("columns.affiliate"), detail: affiliate && <AffiliateName id={affiliate} names={names} /> },
          { term: t("facts.id"), detail: <code>{payout.id}</code> },
          { term: t("columns.method"), detail: method && words.method(method) },
          { term: t("columns.reference"), detail: reference },
          { term: t("facts.note"), detail: note },
          ...(start && end ? [{ term: t("facts.period"), detail: format.days(start, end) }] : []),
          ...(payout.failure_reason ? [{ term: t("facts.failure"), detail: payout.failure_reason }] : []),
        ]}
      />
    </Panel>
  );
}
