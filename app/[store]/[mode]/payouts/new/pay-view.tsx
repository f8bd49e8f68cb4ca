"use client";

import { useMutation } from "@tanstack/react-query";
import { ListChecks, Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useEffect, useEffectEvent, useState } from "react";
import { useListHref } from "@/components/list-address";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { PayoutPreview } from "@/lib/contract/desk/payouts";
import { ChooseAffiliates } from "./choose-affiliates";
import { ConfirmPay } from "./confirm-pay";
import { payFilters } from "./filters";
import { PreviewLines } from "./preview-lines";
import { PreviewTotals } from "./preview-totals";

export const keyOf = ({ affiliate_id, currency }: { affiliate_id: string; currency: string }) =>
  JSON.stringify([affiliate_id, currency]);

/** Who is paid, what stands in the way, and what a person must type before anything is sent. */
export function PayView() {
  const t = useTranslations("payouts.pay");
  const all = useTranslations("payouts");
  const { base, can, desk } = useDesk();
  const listHref = useListHref(`${base}/payouts`);
  const [{ affiliate: named, preview: asked }, setFilters] = useQueryStates(payFilters);
  const [naming, setNaming] = useState(false);
  const affiliates = naming || named.length > 0 ? named : null;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const preview = useMutation({
    ...desk.payouts.preview.mutation(),
    // It changes nothing that a screen shows.
    meta: {},
    onSuccess: ({ lines }) => setChosen(lines.filter(({ state }) => state === "payable").map(keyOf)),
  });
  const look = () => {
    setFilters({ preview: true });
    preview.mutate({ body: affiliates ? { affiliates: [...affiliates] } : {} });
  };
  const may = can("desk", "payouts", "confirm");
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    if (asked && may && preview.isIdle) lookAgain();
  }, [asked, may, preview.isIdle]);
  const header = (
    <PageHeader title={t("title")} crumbs={[{ href: listHref, label: all("title") }]} description={t("description")} />
  );
  if (!may) {
    return (
      <>
        {header}
        <Panel>
          <EmptyState icon={<Lock />} title={t("forbidden.title")}>
            {t("forbidden.body")}
          </EmptyState>
        </Panel>
      </>
    );
  }
  return (
    <>
      {header}
      <Panel title={t("who")}>
        <div className="grid justify-items-start gap-4">
          <ChooseAffiliates
            value={affiliates}
            onChange={(next) => {
              setNaming(next !== null);
              setFilters({ affiliate: next ? [...next] : null, preview: null, part: null, page: null });
              preview.reset();
            }}
          />
          <Button
            variant={preview.data ? "secondary" : "primary"}
            icon={<ListChecks aria-hidden />}
            pending={preview.isPending}
            disabled={affiliates?.length === 0}
            onClick={look}
          >
            {t(preview.data ? "lookAgain" : "look")}
          </Button>
        </div>
      </Panel>
      {preview.isPending ? (
        <Panel>
          <p className="mb-4 text-muted">{t("reading")}</p>
          <TextSkeleton lines={8} />
        </Panel>
      ) : preview.error ? (
        <Panel>
          <QueryError error={preview.error} onRetry={look} />
        </Panel>
      ) : preview.data ? (
        <Previewed preview={preview.data} chosen={chosen} onChoose={setChosen} onLookAgain={look} />
      ) : null}
    </>
  );
}

type PreviewedProps = {
  preview: PayoutPreview;
  chosen: readonly string[];
  onChoose: (keys: readonly string[]) => void;
  onLookAgain: () => void;
};

function Previewed({ preview, chosen, onChoose, onLookAgain }: PreviewedProps) {
  const t = useTranslations("payouts.pay");
  const { extensions } = useDesk();
  if (preview.complete && preview.lines.length === 0) {
    return (
      <Panel>
        <EmptyState icon={<ListChecks />} title={t("nothing.title")}>
          {t("nothing.body")}
        </EmptyState>
      </Panel>
    );
  }
  const keys = new Set(chosen);
  const paid = preview.lines.filter((line) => line.state === "payable" && keys.has(keyOf(line)));
  return (
    <>
      {!preview.complete && (
        <Banner tone="danger" title={t("incomplete.title")} onRetry={onLookAgain}>
          {t(extensions.affiliate ? "incomplete.body" : "incomplete.bodyElsewhere")}
        </Banner>
      )}
      {preview.unplaced > 0 && <Banner tone="warning">{t("unplaced", { count: preview.unplaced })}</Banner>}
      {preview.lines.length > 0 && (
        <>
          <PreviewTotals preview={preview} />
          <PreviewLines lines={preview.lines} chosen={chosen} onChoose={onChoose} />
        </>
      )}
      {preview.complete && preview.payable.length > 0 && (
        <ConfirmPay key={preview.hash} hash={preview.hash} lines={paid} onLookAgain={onLookAgain} />
      )}
    </>
  );
}
