"use client";

import { MousePointerClick } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import type { AffiliateNames } from "@/components/affiliates/affiliate-name";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { TextSkeleton } from "@/components/ui/skeleton";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { CommissionDetail } from "../commission-detail";
import type { QueueFilters } from "../filters";
import { DecisionBar } from "./decision-bar";
import { type Decision, isOpen } from "./decisions";
import { type useOpenCommission, useWide } from "./use-open-commission";
import type { useReview } from "./use-review";

type Props = {
  filters: QueueFilters;
  open: ReturnType<typeof useOpenCommission>;
  review: ReturnType<typeof useReview>;
  isLoading: boolean;
  isEmpty: boolean;
  decisions: ReadonlyMap<string, Decision>;
  names: AffiliateNames;
  nameOf: (commission: Commission) => string;
};

/** The pane is beside the list if there is room, otherwise over it. */
export function ReviewPane(props: Props) {
  const t = useTranslations("commissions.detail");
  const isBeside = useWide();
  const { filters, open, review, decisions, nameOf } = props;
  const bar = <DecisionBar review={review} isIdle={!open.commission} decisions={decisions} />;
  if (!isBeside) {
    return (
      <Dialog
        open={filters.id !== ""}
        onOpenChange={() => void open.close()}
        shape="end"
        title={open.commission ? nameOf(open.commission) : t("label")}
        footer={<div className="w-full">{bar}</div>}
      >
        <Content {...props} />
      </Dialog>
    );
  }
  return (
    <section
      aria-label={t("label")}
      data-testid="review-pane"
      className="sticky top-[calc(var(--band)+4.5rem)] hidden max-h-[calc(100dvh-var(--band)-5.5rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface xl:flex"
    >
      <div className="border-b border-line p-3">{bar}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window must scroll by keys. */}
      <section tabIndex={0} aria-label={t("facts")} className="min-h-0 overflow-y-auto p-4 -outline-offset-2">
        <Content {...props} />
      </section>
    </section>
  );
}

function Content({ filters, open, isLoading, isEmpty, decisions, names, nameOf }: Props) {
  const t = useTranslations("commissions.detail");
  const { unlisted } = open;
  // The content is deferred, so that moving through the list with a held key stays fast.
  const commission = useDeferredValue(open.commission);
  const decision = commission && decisions.get(commission.id);
  if (!commission) {
    if (unlisted) return <Waiting of={unlisted} lines={6} />;
    if (isLoading) return <TextSkeleton lines={6} />;
    return (
      <EmptyState icon={<MousePointerClick />} title={t("none")}>
        {t(isEmpty ? "noneToChoose" : "noneBody")}
      </EmptyState>
    );
  }
  const { status } = commission;
  // Another person has decided, in Cartwright or directly at the API.
  const isDecided = status !== undefined && status !== "pending" && !(decision && isOpen(decision));
  return (
    <div className="grid gap-4">
      <h2 className="sr-only">{nameOf(commission)}</h2>
      {unlisted && filters.status === "pending" && isDecided && (
        <Banner tone="info">
          {t(status === "approved" || status === "rejected" ? `meanwhile.${status}` : "meanwhile.other")}
        </Banner>
      )}
      <CommissionDetail commission={commission} decision={decision} names={unlisted ? null : names} />
    </div>
  );
}
