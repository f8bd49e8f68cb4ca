"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ListChecks, Lock, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useEffect, useEffectEvent, useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { Progress } from "@/components/ui/meter";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { PayoutPreview, PayoutReading } from "@/lib/contract/desk/payouts";
import { hasFractionsOfCent } from "@/lib/money";
import { payFilters, previewOf } from "../filters";
import { ChooseAffiliates } from "./choose-affiliates";
import { ConfirmPay } from "./confirm-pay";
import { keyOf, PreviewLines, PreviewTotals } from "./preview-lines";

const payableOf = ({ lines }: PayoutPreview) => lines.filter(({ state }) => state === "payable").map(keyOf);

/** `first` is the preview that came with the page; if it is null, the browser requests one at once. */
export function PayView({ first }: { first: PayoutPreview | null }) {
  const t = useTranslations("payouts.pay");
  const all = useTranslations("payouts");
  const { base, can, desk } = useDesk();
  const listHref = useListHref(`${base}/payouts`);
  const [{ affiliate: named }, setFilters] = useQueryStates(payFilters);
  const [naming, setNaming] = useState(false);
  const affiliates = naming || named.length > 0 ? named : null;
  const [seen, setSeen] = useState(first);
  const [chosen, setChosen] = useState<readonly string[]>(first ? payableOf(first) : []);
  const preview = useMutation({
    ...desk.payouts.preview.mutation(),
    // The preview changes no data, so nothing is invalidated.
    meta: {},
    onSuccess: (found) => {
      setSeen(found);
      setChosen(payableOf(found));
    },
  });
  const look = () => preview.mutate({ body: previewOf(named) });
  const may = can("desk", "payouts", "confirm");
  const begin = useEffectEvent(look);
  // While affiliates are selected one after the other, no preview starts: it would read another API for each of them.
  const begins = may && !seen && !naming && preview.isIdle;
  useEffect(() => {
    if (begins) begin();
  }, [begins]);
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
              setFilters({ affiliate: next ? [...next] : null, part: null, page: null });
              setSeen(null);
              preview.reset();
            }}
          />
          {(seen || naming) && (
            <Button
              variant={seen ? "secondary" : "primary"}
              icon={seen ? <RefreshCw aria-hidden /> : <ListChecks aria-hidden />}
              pending={preview.isPending}
              disabled={affiliates?.length === 0}
              onClick={look}
            >
              {t(seen ? "lookAgain" : "look")}
            </Button>
          )}
        </div>
      </Panel>
      {preview.isPending ? (
        <Reading />
      ) : preview.error ? (
        <Panel>
          <QueryError error={preview.error} onRetry={look} />
        </Panel>
      ) : seen ? (
        <Previewed preview={seen} chosen={chosen} onChoose={setChosen} onLookAgain={look} />
      ) : null}
    </>
  );
}

type Far = { reading: PayoutReading | null };

/** Progress is counted where lists are read page by page. */
function Reading() {
  const t = useTranslations("payouts.pay");
  const { desk } = useDesk();
  const far = useQuery({
    ...desk.payouts.reading.options(),
    refetchInterval: 1_000,
    gcTime: 0,
    // Only the server process that reads has the count; a response from another process keeps the last count.
    structuralSharing: (before, now) => ((now as Far).reading ? now : (before ?? now)),
  }).data?.reading;
  const read = far?.read ?? 0;
  const total = far?.total ?? undefined;
  return (
    <Panel>
      <p className="mb-4 text-muted">{t("reading")}</p>
      {far && (
        <Progress
          className="mb-4 max-w-xl"
          label={t("lists", { resource: far.resource })}
          {...(total !== undefined && { value: Math.min(read, total), max: total })}
          text={total === undefined ? t("readSoFar", { read }) : t("readOf", { read, total })}
        />
      )}
      <TextSkeleton lines={8} />
    </Panel>
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
  const { base, has, format, moneyUnit } = useDesk();
  const [{ affiliate: named }] = useQueryStates(payFilters);
  const { complete, lines, payable, blocked } = preview;
  const some = String(named.length > 0);
  const nobody = complete && payable.length === 0 && blocked.length === 0;
  const [clears] = lines.flatMap(({ excluded }) => excluded.flatMap(({ at }) => at ?? [])).sort();
  const keys = new Set(chosen);
  const paid = preview.lines.filter((line) => line.state === "payable" && keys.has(keyOf(line)));
  return (
    <>
      {!preview.complete && (
        <Banner tone="danger" title={t("incomplete.title")} onRetry={onLookAgain}>
          {t(has("affiliate", "payouts", "owed", "complete") ? "incomplete.body" : "incomplete.bodyElsewhere")}
        </Banner>
      )}
      {nobody && (
        <Panel>
          <EmptyState
            icon={<ListChecks />}
            title={lines.length === 0 ? t("nothing.owed", { some }) : t("nothing.payable")}
          >
            {clears
              ? t("nothing.clears", { at: format.date(clears) })
              : lines.length === 0
                ? t("nothing.waiting", { some })
                : t("nothing.reasons")}
          </EmptyState>
        </Panel>
      )}
      {preview.lines.some(({ amount, currency }) => hasFractionsOfCent(amount, currency, moneyUnit)) && (
        <Banner
          tone="warning"
          title={t("fractions.title")}
          action={
            <IntentLink href={`${base}/settings`} className={buttonClass({ size: "sm" })}>
              {t("fractions.action")}
            </IntentLink>
          }
        >
          {t("fractions.body")}
        </Banner>
      )}
      {preview.unplaced > 0 && <Banner tone="warning">{t("unplaced", { count: preview.unplaced })}</Banner>}
      {preview.lines.length > 0 && (
        <>
          <PreviewTotals preview={preview} />
          <p className="text-sm text-pretty text-muted">
            {format.join([t("linesHint"), has("affiliate", "payouts", "owed", "complete") ? t("inProgress") : ""])}
          </p>
          <PreviewLines lines={preview.lines} chosen={chosen} onChoose={onChoose} />
        </>
      )}
      {preview.complete && preview.payable.length > 0 && (
        <ConfirmPay key={preview.hash} hash={preview.hash} lines={paid} onLookAgain={onLookAgain} />
      )}
    </>
  );
}
